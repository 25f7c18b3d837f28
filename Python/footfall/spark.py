"""The update of a study's table as a Spark job: executors read the sessions, the driver commits.

`main()` is the whole of a job, for a script that `spark-submit` runs with STORE and TABLE. This file is none: in its
folder lie modules that are called like Python's own.

Store and table are folders that the driver and all executors see by the same paths, and each of them has the package.
"""
from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Dict, Iterable, Iterator, List, Optional, Union

from footfall._errors import FootfallError, needed
from footfall._reading import read_group
from footfall._sizes import LARGEST
from footfall.table import Readers, Summary, main as command, update as update_by

COLUMN = "told string"


def update(
    spark: Any,
    store: Union[str, Path],
    table: Union[str, Path],
    program: Optional[str] = None,
    allow_empty: bool = False,
    largest: int = LARGEST,
) -> Summary:
    """Does what `footfall.table.update` does, and has the executors of a SparkSession read the sessions."""
    return update_by(store, table, program, readers=executors(spark), allow_empty=allow_empty, largest=largest)


def executors(spark: Any) -> Readers:
    """Reads groups on executors, each as a task of its own; what a failed task has written is not looked at."""

    def read(groups: List[Dict[str, Any]]) -> Iterable[Dict[str, Any]]:
        if not groups:
            return []
        frame = spark.createDataFrame([(json.dumps(group),) for group in groups], COLUMN).repartition(len(groups))
        try:
            return [json.loads(row[0]) for row in frame.mapInArrow(read_batches, COLUMN).collect()]
        except Exception as error:  # Spark has many kinds, which differ by how it is connected
            raise FootfallError(
                f"an executor has failed ({str(error).strip().splitlines()[-1]}): has each of them the package, in the "
                "Python that PYSPARK_PYTHON names, and do all see the store and the table by the same path?"
            ) from error

    return read


def read_batches(batches: Iterable[Any]) -> Iterator[Any]:
    """Reads the groups of record batches, on an executor."""
    arrow = needed("pyarrow", "pyarrow", "arrow", "a study's table")
    for batch in batches:
        for told in batch.column(0).to_pylist():
            yield arrow.RecordBatch.from_pydict({"told": [json.dumps(read_group(json.loads(told)))]})


def main() -> int:
    """Does what the command `footfall-table` does, by the Spark session that there is or is made."""
    session = needed("pyspark.sql", "pyspark", "spark", "a Spark job").SparkSession.builder.getOrCreate()
    return command(readers=executors(session))


if __name__ == "__main__":
    sys.exit(main())
