"""The description of the API: made from the application's paths and the models that go in and come out.

``python -m service.openapi`` writes it to ``openapi.yaml``; with ``--check`` it says whether the file is up to date.
"""
