"""The API as a page that can be read: plain HTML made from the OpenAPI schema, no script and no foreign host."""

from __future__ import annotations

from html import escape
from typing import Any

METHODS = ("get", "post", "put", "patch", "delete")


def page(schema: dict[str, Any]) -> str:
    parts = [
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
        f"<title>{escape(schema['info']['title'])}: API</title><h1>{escape(schema['info']['title'])}: API</h1>",
        f"<p>{escape(schema['info']['description'])} The same for programs: ",
        '<a href="/api/openapi.json">/api/openapi.json</a>.</p><h2>Routes</h2><dl>',
    ]
    for path, item in schema["paths"].items():
        for method in METHODS:
            if method in item:
                parts.append(_route(method, path, item[method]))
    parts.append("</dl><h2>Schemas</h2><dl>")
    for name, model in sorted(schema["components"]["schemas"].items()):
        parts.append(_model(name, model))
    parts.append("</dl></html>")
    return "".join(parts)


def _route(method: str, path: str, route: dict[str, Any]) -> str:
    lines = [f"<dt><strong>{method.upper()}</strong> <code>{escape(path)}</code></dt><dd>"]
    lines.append(f"<p>{escape(route.get('description') or route.get('summary', ''))}</p><ul>")
    for each in route.get("parameters", ()):
        lines.append(f"<li>{escape(each['in'])} <code>{escape(each['name'])}</code>: {_kind(each['schema'])}</li>")
    for body in route.get("requestBody", {}).get("content", {}).values():
        lines.append(f"<li>body: {_kind(body['schema'])}</li>")
    for status, answer in route["responses"].items():
        for content in answer.get("content", {}).values():
            lines.append(f"<li>{escape(status)}: {_kind(content.get('schema', {}))}</li>")
    return "".join([*lines, "</ul></dd>"])


def _model(name: str, model: dict[str, Any]) -> str:
    lines = [f'<dt id="{escape(name)}"><strong>{escape(name)}</strong></dt><dd>']
    lines.append(f"<p>{escape(model.get('description', ''))}</p>")
    if "properties" not in model:
        return "".join([*lines, _kind(model), "</dd>"])
    lines.append("<ul>")
    for field, kind in model["properties"].items():
        note = escape(kind.get("description", ""))
        lines.append(f"<li><code>{escape(field)}</code>: {_kind(kind)} {note}</li>")
    return "".join([*lines, "</ul></dd>"])


def _kind(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    for choice in ("anyOf", "oneOf"):
        if choice in schema:
            return " or ".join(_kind(each) for each in schema[choice])
    if "const" in schema:
        return f"<code>{escape(repr(schema['const']))}</code>"
    if "enum" in schema:
        return " or ".join(f"<code>{escape(repr(each))}</code>" for each in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    return escape(str(schema.get("type", "anything")))
