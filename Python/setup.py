"""Builds the quick reader where there is a C compiler; without it, files are read by Python itself, slower."""
import tempfile
from pathlib import Path

from setuptools import Extension, setup

QUICK = Extension(
    "footfall._fast",
    ["reader/parser.c"],
    depends=sorted(map(str, Path("reader").glob("*.h"))),
    extra_compile_args=["-O2"],
    optional=True,
)
# What a build makes on its way stays out of the checkout.
with tempfile.TemporaryDirectory() as place:
    setup(ext_modules=[QUICK], options={"build": {"build_base": place}, "egg_info": {"egg_base": place}})
