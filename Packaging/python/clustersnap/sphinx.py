"""A directive for Sphinx: ``extensions = ["clustersnap.sphinx"]``, then ``.. clustersnap::`` with a request or words of the command."""
import os

from docutils import nodes
from docutils.parsers.rst import Directive, directives

from . import __version__
from ._figures import Cell
from ._library import ClusterSnapError


class Figure(Directive):
    has_content = True
    option_spec = {name: directives.unchanged for name in ("caption", "alt", "width", "name")}

    def run(self):
        environment = self.state.document.settings.env
        app = environment.app
        folder = os.path.dirname(environment.doc2path(environment.docname))
        try:
            cell = Cell("\n".join(self.content), folder)
            cell.options.update(self.options)
            if cell.label:
                self.options.setdefault("name", cell.label)
            is_print = app.builder.format == "latex"
            format = "pdf" if is_print else "svg"
            data = cell.draw(format)
        except ClusterSnapError as error:
            raise self.error(str(error))
        # Sphinx copies what stands below the sources.
        name = f"_clustersnap/{cell.key(format)}.{format}"
        path = os.path.join(app.srcdir, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if not os.path.exists(path):
            with open(path, "wb") as file:
                file.write(data)
        image = nodes.image(uri="/" + name, alt=cell.alt)
        if cell.options.get("width"):
            image["width"] = cell.options["width"]
        figure = nodes.figure("", image, classes=["clustersnap"])
        if cell.options.get("caption"):
            caption = nodes.caption()
            caption += nodes.Text(cell.options["caption"])
            figure += caption
        self.add_name(figure)
        return [figure]


def setup(app):
    app.add_directive("clustersnap", Figure)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
