"""Tests over HTTP, by resource: requests and the responses to them."""
