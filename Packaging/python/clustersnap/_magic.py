"""The cell magic ``%%clustersnap``: a request as JSON, whose sources may be names of variables, or words of the command."""
import json

from ._figures import Cell
from ._library import InputError
from . import render


def load(ipython):
    def magic(line, cell):
        """Draws a cell. On the line may stand NAME=VARIABLE for tables of the notebook."""
        from IPython.display import Image

        cell = Cell(cell)
        if not cell.is_request:
            return Image(cell.draw("png"), alt=cell.alt)
        try:
            request = json.loads(cell.text)
        except ValueError as error:
            raise InputError(f"the cell is no JSON: {error}; correct it") from None
        for word in line.split():
            name, _, variable = word.partition("=")
            variable = variable or name
            if variable not in ipython.user_ns:
                raise InputError(f"there is no variable {variable}; write NAME=VARIABLE")
            request.setdefault("sources", {})[name] = ipython.user_ns[variable]
        return render(request)

    ipython.register_magic_function(magic, "cell", "clustersnap")
