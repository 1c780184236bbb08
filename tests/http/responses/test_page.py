"""How the page is served: small, from this service alone, and never asked for twice."""

import json
import re
from collections import Counter
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path
from tomllib import loads

import pytest
from pydantic import SecretStr

from domain.registry import BUILT_IN
from service.page.parts import EMBEDDING, MEDIA_TYPES, STATIC, document, parts
from service.page.scripts import NAMED, SHORTER, stripped, stripped_styles
from service.settings import Settings
from tests.clients.node import TYPESCRIPT, install, node
from tests.docs.test_architecture import MOST_MODULES
from tests.http.conftest import Api, running

MAX_BYTES = 150_000
"""The most that the document and all parts that it loads may have together, before compression."""
VENDOR = STATIC / "vendor"
SECRET = SecretStr("0123456789abcdef0123456789abcdef")
PLAIN = """
import { readFileSync, writeFileSync } from "node:fs";
import ts from "typescript";

const { factory, isIdentifier } = ts, [names, ...paths] = process.argv.slice(1), long = JSON.parse(names);
const plain = (context) => {
  const visit = (node) => {
    const made = ts.visitEachChild(node, visit, context), { modifiers, declarationList, name, initializer } = made;
    if (isIdentifier(made) && Object.hasOwn(long, made.text)) return factory.createIdentifier(long[made.text]);
    if (ts.isPropertyAssignment(made) && isIdentifier(initializer) && name.text === initializer.text)
      return factory.createShorthandPropertyAssignment(name);
    if (ts.isBindingElement(made) && made.propertyName?.text === name.text && isIdentifier(name))
      return factory.createBindingElement(undefined, undefined, name, initializer);
    const list = (one) => factory.createVariableDeclarationList([one], declarationList.flags);
    if (!declarationList) return made;
    return declarationList.declarations.map((one) => factory.createVariableStatement(modifiers, list(one)));
  };
  return (file) => ts.visitNode(file, visit);
};
for (const path of paths) {
  const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest);
  writeFileSync(path, ts.createPrinter().printFile(ts.transform(file, [plain]).transformed[0]));
}
"""
"""Gives variables their long names again, divides declarations, and writes properties of one name briefly."""
VARIABLES = """
import { readFileSync } from "node:fs";
import ts from "typescript";

const { SyntaxKind } = ts;
const isKey = (node, parent) => {
  const isMember = ts.isClassElement(parent) || parent.parent?.kind === SyntaxKind.ObjectLiteralExpression;
  return parent.name === node && (isMember || ts.isPropertyAccessExpression(parent));
};
const found = process.argv.slice(1).map((path) => {
  const used = new Set(), declared = new Set();
  const visit = (node) => {
    const { parent, text } = node;
    if (ts.isIdentifier(node) && parent.name === node && !isKey(node, parent)) declared.add(text);
    if (ts.isIdentifier(node) && parent.propertyName !== node && !isKey(node, parent)) used.add(text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true));
  return [[...used], [...declared]];
});
console.log(JSON.stringify(found));
"""
"""Prints for each of some scripts the names of all variables in it, and of those that it declares or imports."""
OWN = [path for path in sorted(STATIC.rglob("*.js")) if path.parent != VENDOR and path.name != "options.js"]


@pytest.fixture
async def api(redis_url: str, tenant: str) -> AsyncIterator[Api]:
    async with running(Settings(redis_url=SecretStr(redis_url), tenant=tenant, secret=SECRET)) as api:
        yield api


async def test_the_page_and_its_parts_need_no_token_and_come_from_this_service(api: Api) -> None:
    page = await api.client.get("/")
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    addresses = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert {address.partition("/")[0] for address in addresses} == {"page", "data:,", "#main"}
    assert not re.search(r"<script(?! type=\"module\" src)|<style| style=| on[a-z]+=", page.text)
    addresses += re.findall("<(page/[^>]+)>; rel=modulepreload", page.headers["link"])
    loaded = {address.split("/", 2)[2]: address for address in addresses if address.startswith("page/")}
    assert loaded.keys() | {EMBEDDING} == parts().keys()
    for name, address in loaded.items():
        part = await api.client.get(f"/{address}")
        assert (part.status_code, part.content) == (200, parts()[name])
        assert part.headers["content-type"].partition(";")[0] == MEDIA_TYPES[Path(name).suffix]
        assert "immutable" in part.headers["cache-control"]


async def test_its_policy_allows_nothing_from_elsewhere_and_nothing_inline(api: Api) -> None:
    page = await api.client.get("/")
    policy = dict(rule.strip().split(" ", 1) for rule in page.headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert {name: rule for name, rule in policy.items() if rule not in ("'none'", "'self'", "'script'")} == {
        "img-src": "'self' data:"
    }


@pytest.mark.parametrize("encoding", ["identity", "gzip", "zstd"])
@pytest.mark.parametrize("path", ["/", "/embed.js"])
async def test_a_browser_that_has_the_page_is_not_sent_it_again(api: Api, path: str, encoding: str) -> None:
    first = await api.client.get(path, headers={"accept-encoding": encoding})
    again = await api.client.get(path, headers={"accept-encoding": encoding, "if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = await api.client.get(path, headers={"if-none-match": '"other"'})
    assert other.status_code == 200


@pytest.mark.parametrize("path", ["/page/0/app.js", "/page/{version}/index.html", "/page/{version}/vendor/source.toml"])
async def test_nothing_else_is_served(api: Api, path: str) -> None:
    version = re.findall(r"page/([0-9a-f]{16})/", (await api.client.get("/")).text)[0]
    answer = await api.client.get(path.replace("{version}", version))
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


async def test_pages_of_other_origins_may_load_the_scripts_but_not_frame_the_page(api: Api) -> None:
    elsewhere = {"origin": "https://elsewhere.example"}
    script = await api.client.get("/embed.js", headers=elsewhere)
    assert script.headers["access-control-allow-origin"] == "*"
    address = re.findall(r'"\./(page/[^"]+)"', script.text)[0]
    assert (await api.client.get(f"/{address}", headers=elsewhere)).headers["access-control-allow-origin"] == "*"
    page = await api.client.get("/", headers=elsewhere)
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
    assert "access-control-allow-origin" not in page.headers


def test_the_page_is_small() -> None:
    loaded = sum(len(content) for name, content in parts().items() if name != EMBEDDING)
    assert len(document().encode()) + loaded < MAX_BYTES


def test_what_is_left_out_of_the_scripts_means_nothing(tmp_path: Path) -> None:
    """A minifier makes the same of a script and of what is served, but for synonyms and what htm ignores."""
    install()
    minifier = TYPESCRIPT / "node_modules" / "esbuild" / "bin" / "esbuild"
    made: list[dict[str, str]] = []
    for folder, read in (("whole", Path.read_text), ("served", lambda path: stripped(path.read_text()))):
        copies = [tmp_path / folder / path.relative_to(STATIC) for path in OWN]
        for path, copy in zip(OWN, copies, strict=True):
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(read(path), encoding="utf-8")
        long = {} if folder == "whole" else {short: name for name, short in NAMED.items()}
        node("--input-type=module", "--eval", PLAIN, json.dumps(long), *copies)
        node(minifier, *copies, "--minify-whitespace", "--log-level=warning", f"--outdir={tmp_path / 'made' / folder}")
        outputs = [tmp_path / "made" / folder / path.relative_to(STATIC) for path in OWN]
        made.append({path.name: _without_ignored(path.read_text(encoding="utf-8")) for path in outputs})
    assert made[0] == made[1]


def _without_ignored(script: str) -> str:
    script = re.sub(r" +/>", "/>", script)
    script = re.sub(r"</\w+>", "<//>", re.sub(r'(\s[\w-]+=)"([\w-]+)"(?=[\s/>])', r"\1\2", script))
    for word, short in SHORTER.items():
        script = re.sub(rf"\b{word}\b", short, script)
    return re.sub(r"(?<=[>`}])\n\s*|\n\s*(?=[<`]|\$\{)|(?<=\n)\s+", "", script)


def test_what_has_a_short_name_is_ours_and_the_name_is_free() -> None:
    install()
    found = json.loads(node("--input-type=module", "--eval", VARIABLES, *OWN))
    used = {name for names, _ in found for name in names}
    assert NAMED.keys() <= used, "a name that is nowhere saves nothing"
    names = [*NAMED.values()]
    assert len(set(names)) == len(names)
    assert used.isdisjoint(names)
    for path, (variables, declared) in zip(OWN, found, strict=True):
        assert NAMED.keys() & {*variables} <= {*declared}, f"{path.name} has a name of the browser"
    served = (STATIC / "options.js").read_text(encoding="utf-8").rpartition("export{")[2]
    libraries = re.findall(r"import \{([^}]+)\} from \"\.\./vendor", (STATIC / "base" / "html.js").read_text("utf-8"))
    exported = {*re.findall(r"\bas (\w+)", served), *re.findall(r"\w+", " ".join(libraries))}
    assert {"isSame", "Component"} <= exported
    assert NAMED.keys().isdisjoint(exported), "a module that is served as it is"


@pytest.mark.parametrize(
    ("script", "served"),
    [
        ("const a = 1 / 2; // half\nb();\n", "let a=1/2;b();\n"),
        ("x = y + +z - -w;", "x=y+ +z- -w;\n"),
        ("f(/[/ ]{2}/g, 'a  b') ? g : h;", "f(/[/ ]{2}/g,'a  b')?g:h;\n"),
        (
            "html`<p>\n   ${ a ? html`<b> { } </b>` : { b } } x </p>`;",
            "$`<p>${a?$`<b> { } <//>`:{b}} x <//>`;\n",
        ),
        ("const f = (a) => { b(a); };\nasync (a) => a;", "let f=a=>{b(a)};async(a)=>a;\n"),
        (
            'html`<p class="a" title="a b"><b title="a">${ f(`<a b="c"></a> />`) }</b><i a=${ 1 } /></p>`;',
            '$`<p class=a title="a b"><b title=a>${f(`<a b="c"></a> />`)}<//><i a=${1}/><//>`;\n',
        ),
        ("const a = true ? undefined : false;", "let a=!0?void 0:!1;\n"),
        ("const a = 1;\nlet b = () => { let c; c(); let d; };\nlet e;", "let a=1,b=()=>{let c;c();let d},e;\n"),
        (
            "export const a = 1;\nconst b = `${a};`;\nexport const c = 2;\nexport const d = 3;\nexport { b };",
            "export let a=1;let b=`${a};`;export let c=2,d=3;export{b};\n",
        ),
        ("return\n/** why */ a\n++b", "return\na\n++b\n"),
    ],
)
def test_a_script_is_stripped_outside_of_its_texts(script: str, served: str) -> None:
    assert stripped(script) == served


def test_variables_have_short_names_and_properties_keep_theirs() -> None:
    one, table = NAMED["one"], NAMED["table"]
    script = """
        class A extends B { one = 1; get table() { if (one) { return { one }; } return this.one?.table; } }
        const f = ({ one, table: { a } = {} }, [table]) => {
          f(...one, `${ one }one`, { table: a ? one : table, one() {} });
        };
    """
    served = f"""
class A extends B{{one=1;get table(){{if({one}){{return{{one:{one}}}}}return this.one?.table}}}}
let f=({{one:{one},table:{{a}}={{}}}},[{table}])=>{{
f(...{one},`${{{one}}}one`,{{table:a?{one}:{table},one(){{}}}})}};
"""
    assert stripped(script).strip() == served.replace("\n", "")


def test_a_style_sheet_has_neither_comments_nor_blanks_that_mean_nothing() -> None:
    assert stripped_styles("/* A */\n.a{color:red}\n.b > p\n{margin:0 1px}\n") == ".a{color:red}.b>p{margin:0 1px}"


def test_rules_of_what_is_within_an_element_are_nested() -> None:
    rules = ".a{x:y}.a .b,.c{x:y}.d{x:y}.d.e{x:y}.d > p{x:y}.d p.f{}.dd{x:y}@media print{.a{}.a b{x:y}}"
    nested = ".a{x:y}.a .b,.c{x:y}.d{x:y;&.e{x:y}>p{x:y}p.f{}}.dd{x:y}@media print{.a{b{x:y}}}"
    assert stripped_styles(rules) == nested


def test_it_names_no_ruleset() -> None:
    keys = "|".join(ruleset.key for ruleset in BUILT_IN)
    named = {path.name: re.findall(rf"\b(?:{keys})\b", path.read_text(encoding="utf-8")) for path in OWN}
    assert {name: found for name, found in named.items() if found} == {}


def test_no_folder_has_more_modules_than_one_can_look_over() -> None:
    counted = Counter(path.parent for path in OWN)
    assert max(counted.values()) <= MOST_MODULES


def test_its_library_is_what_npm_has_with_its_licences() -> None:
    install()
    files = {"preact.js": "preact/dist/preact.mjs", "LICENSE.preact": "preact/LICENSE"}
    files |= {"htm.js": "htm/dist/htm.mjs", "LICENSE.htm": "htm/LICENSE"}
    packages = loads((VENDOR / "source.toml").read_text(encoding="utf-8"))
    hashes = {name: digest for package in packages.values() for name, digest in package["sha256"].items()}
    assert hashes.keys() == files.keys()
    for name, path in files.items():
        content = (VENDOR / name).read_bytes()
        assert content == (TYPESCRIPT / "node_modules" / path).read_bytes(), name
        assert sha256(content).hexdigest() == hashes[name], name
    lock = (TYPESCRIPT / "package-lock.json").read_text(encoding="utf-8")
    assert all(package["integrity"] in lock for package in packages.values())
