"""Builds the quick reader where there is a C compiler; without it, files are read by Python itself, slower."""
from setuptools import Extension, setup

setup(ext_modules=[Extension("footfall._fast", ["footfall/_fast.c"], extra_compile_args=["-O2"], optional=True)])
