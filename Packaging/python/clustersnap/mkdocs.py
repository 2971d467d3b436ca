"""A fence for MkDocs (pymdownx.superfences): ``format: !!python/name:clustersnap.mkdocs.fence`` of the custom fence ``clustersnap``."""
from ._figures import element


def fence(source, language, class_name, options, md, **_):
    """The figure of a block, its picture inline. Files are relative to the folder of mkdocs.yml."""
    return element(source)
