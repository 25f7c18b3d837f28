"""Every test that reads is run by the quick reader and by the general one."""
from __future__ import annotations

import pytest
from footfall import _json


@pytest.fixture(params=["quick", "general"])
def reader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Which reader the test has."""
    if request.param == "general":
        monkeypatch.setattr(_json, "_fast", None)
    else:
        assert _json._fast is not None, "the quick reader was not built: is there a C compiler?"
    return str(request.param)
