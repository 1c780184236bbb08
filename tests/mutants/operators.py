"""The faults: each operator replaces one node of a function's syntax tree with others of a different meaning."""

import ast
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
}
CONNECTIVES: Final[dict[type[ast.boolop], type[ast.boolop]]] = {ast.And: ast.Or, ast.Or: ast.And}
FUNCTIONS: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Fault(NamedTuple):
    """One change to a function: the node at ``place`` (its rank in ``ast.walk``) becomes ``after``.

    ``line`` is where the node begins; ``before`` and ``after`` are source text, empty for a statement that is removed.
    """

    place: int
    line: int
    before: str
    after: str


def faults(function: ast.FunctionDef) -> Iterator[Fault]:
    """Return every fault of a function, except in its signature, its docstring and the text of f-strings."""
    skipped = _left_out(function)
    for place, node in enumerate(ast.walk(function)):
        if node not in skipped:
            for kind, change in OPERATORS:
                if isinstance(node, kind):
                    yield from (Fault(place, _line(node), ast.unparse(node), after) for after in change(node))


def mutated(module: str, function: str, line: int, fault: Fault) -> str:
    """Return the source of a module with a fault in the function with this qualified name and first line."""
    tree = ast.parse(module)
    found = next(node for name, node in functions(tree) if name == function and node.lineno == line)
    target = list(ast.walk(found))[fault.place]
    _Replace(target, fault.after).visit(found)
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def functions(tree: ast.AST, within: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """Return the functions of a module and the methods of its classes, by their qualified names."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            yield within + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from functions(node, f"{within}{node.name}.")


class _Replace(ast.NodeTransformer):
    """A transformer that replaces one node with source text."""

    def __init__(self, target: ast.AST, after: str) -> None:
        self._target, self._after = target, after

    def visit(self, node: ast.AST) -> ast.AST:
        if node is not self._target:
            return self.generic_visit(node)
        [statement] = ast.parse(self._after or "pass").body
        if isinstance(node, ast.comprehension):
            return ast.comprehension(node.target, node.iter, [], node.is_async)
        return statement.value if isinstance(node, ast.expr) and isinstance(statement, ast.Expr) else statement


def _line(node: ast.AST) -> int:
    return int(getattr(node, "lineno", 0) or getattr(getattr(node, "target", None), "lineno", 0))


def _left_out(function: ast.FunctionDef) -> set[ast.AST]:
    """Return the nodes without rules in them: types, defaults, docstrings, f-strings, and a final return of None."""
    out: list[ast.AST] = [function.args, *function.decorator_list, *([function.returns] if function.returns else [])]
    if ast.unparse(function.body[-1]) == "return None":
        out.append(function.body[-1])
    for node in ast.walk(function):
        if isinstance(node, ast.JoinedStr):
            out.append(node)
        elif isinstance(node, ast.AnnAssign):
            out.append(node.annotation)
        elif isinstance(node, ast.FunctionDef) and ast.get_docstring(node) is not None:
            out.append(node.body[0])
    return {inner for node in out for inner in ast.walk(node)}


def _compare(node: ast.Compare) -> Iterator[str]:
    for place, operator in enumerate(node.ops):
        swapped = [*node.ops[:place], COMPARISONS[type(operator)](), *node.ops[place + 1 :]]
        yield ast.unparse(ast.Compare(node.left, swapped, node.comparators))


def _connect(node: ast.BoolOp) -> Iterator[str]:
    yield ast.unparse(ast.BoolOp(CONNECTIVES[type(node.op)](), node.values))


def _calculate(node: ast.BinOp) -> Iterator[str]:
    if type(node.op) in ARITHMETIC:
        yield ast.unparse(ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right))


def _constant(node: ast.Constant) -> Iterator[str]:
    if isinstance(node.value, bool):
        yield str(not node.value)
    elif isinstance(node.value, int):
        yield from (str(node.value + 1), str(node.value - 1))


def _affirm(node: ast.UnaryOp) -> Iterator[str]:
    if isinstance(node.op, ast.Not):
        yield ast.unparse(node.operand)


def _decide(node: ast.If) -> Iterator[str]:
    yield ast.unparse(ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse))


def _choose(node: ast.IfExp) -> Iterator[str]:
    yield ast.unparse(ast.IfExp(node.test, node.orelse, node.body))


def _call(node: ast.Call) -> Iterator[str]:
    if isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS:
        yield ast.unparse(ast.Call(ast.Name(FUNCTIONS[node.func.id]), node.args, node.keywords))


def _filter(node: ast.comprehension) -> Iterator[str]:
    if node.ifs:
        yield ""


def _remove(node: ast.stmt) -> Iterator[str]:
    yield ""


OPERATORS: Final[tuple[tuple[type[ast.AST], Callable[..., Iterator[str]]], ...]] = (
    (ast.Compare, _compare),
    (ast.BoolOp, _connect),
    (ast.BinOp, _calculate),
    (ast.Constant, _constant),
    (ast.UnaryOp, _affirm),
    (ast.If, _decide),
    (ast.IfExp, _choose),
    (ast.Call, _call),
    (ast.comprehension, _filter),
    (ast.Expr, _remove),
    (ast.AugAssign, _remove),
    (ast.Delete, _remove),
    (ast.Return, _remove),
    (ast.Continue, _remove),
)
"""The faults for each kind of node, such as a bound off by one, a negated condition or an omitted step."""
