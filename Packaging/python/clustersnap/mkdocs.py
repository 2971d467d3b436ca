"""A fence for MkDocs (pymdownx.superfences): ``format: !!python/name:clustersnap.mkdocs.fence`` of the custom fence ``clustersnap``."""
import logging

from ._figures import element, error_element
from ._library import ClusterSnapError

# MkDocs counts what loggers below its own report: --strict fails with one.
_log = logging.getLogger("mkdocs.plugins.clustersnap")


def fence(source, language, class_name, options, md, *, id_value="", **_):
    """The figure of a block, its picture inline. Files are relative to the folder of mkdocs.yml."""
    try:
        return element(source, label=id_value)
    except ClusterSnapError as error:
        _log.error("%s%s (block: %s)", _page(md), error, source.strip().split("\n")[0])
        return error_element(error)


def _page(md):
    """The page that MkDocs converts, by the processor of its links."""
    try:
        return md.treeprocessors["relpath"].file.src_uri + ": "
    except (AttributeError, KeyError):
        return ""
