project = "Maps in Sphinx"
extensions = ["clustersnap.sphinx"]
html_theme = "alabaster"
