"""Verify bundles of Yarrow with Python's standard library alone: python verify.py BUNDLE... [HASH of 64 digits...]"""

import json
import re
import sys
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any

S, N, H, T = r'"(?:[^"\\]|\\.)*"', r"-?\d+", '"[0-9a-f]{64}"', r'"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"'
SEEN, PACK = "narrator|spectator|player:[a-z0-9_,-]+", '("[1-9a-f][0-9a-f]{0,53}"|null)'
HEADER = f'{{"format":{S},"encounter":{S},"ruleset":{S},"ruleset_version":{S},"events":{N},"chain":{H},"seen_by":{S}}}'
EVENT = f'{{"encounter":{S},"version":{N},"type":{S},"schema":{N},"time":{T},"batch":{N},"cause":(?:{N}|null),'
EVENT += rf'"speaker":{S},"audience":(?:"all","data":{{.*}},"sealed":null|(?!"all"){S},"data"\:{{.*}},"sealed"\:{H})}}'
PRIVATE, EPOCH = f'{{"salt":{H},"data":{{.*}}}}', rf'\["(seeded|supplied|either)", {H}, {H}, {S}, %s\]'
PROOF = r'{"sha256":"%s"(,"signature":{"key":"[0-9a-f]{64}","ed25519":"[0-9a-f]{128}"})?}\n'
FELL = rf'\["(seeded|supplied)", ("[HT]*", 0, .*|\[[\d, ]+\], ([2-9]|\d\d+), .*|\["[^"]*"(, "[^"]*")*\], 0, {PACK})\]'
SEEDS, PROMISED = ("seeds", "hidden_seeds"), ("commitment", "hidden_commitment")
OPENS = (("hidden_commitment", "0" * 64), ("entropy", ""), ("epoch", 1))
CARDS = [rank + suit for suit in "HDCS" for rank in ("A", *map(str, range(2, 11)), *"JQK")] + ["WHITE", "COLOURED"]


def require(condition: object, fault: str) -> None:
    """Raise ValueError with the fault unless the condition holds."""
    if not condition:
        raise ValueError(fault)


def parse(line: bytes, form: str, what: str) -> dict[str, Any]:
    """Return the object of a line, which must have the only valid encoding, and no floats."""
    text = line.decode(errors="replace")
    found = dict(json.loads(text, parse_float=str, parse_constant=str) if re.fullmatch(form, text, re.ASCII) else {})
    again = json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")
    require(again == line and len(found) == form.count('":'), f"{what} is not written as Yarrow writes it")
    return found


def read(path: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the header, with the ``fault`` of the file added, and the events."""
    body, proof = re.findall(rb'\A(.*?\n)??(\{"sha256":[^\n]*\n|[^\n]*)\Z', Path(path).read_bytes(), re.DOTALL)[0]
    head, *lines = body.removesuffix(b"\n").split(b"\n")
    header, events = parse(head, HEADER, "line 1: the header"), list[dict[str, Any]]()
    for number, line in enumerate(lines, 2):
        if events and line.startswith(b'{"salt":') and events[-1]["redacted"]:
            part, last = parse(line, PRIVATE, f"line {number}: the private part")["data"], events[-1]
            require(sha256(line).hexdigest() == last["sealed"], f"line {number}: the private part has another hash")
            require(part.keys().isdisjoint(last["fields"]), f"line {number}: a field is in the public line too")
            last |= {"fields": last["fields"] | part, "redacted": False}
        else:
            event, at = parse(line, EVENT, f"line {number}: the event"), f"line {number} (event {len(events) + 1})"
            events += [dict(event, at=at, fields=event["data"], h=sha256(line), redacted=bool(event["sealed"]))]
    right = re.fullmatch(PROOF % sha256(body).hexdigest(), proof.decode(errors="replace"))
    cut = f"the file is cut short: it has {len(events)} of the {header['events']} events that its header names"
    lasts = "" if right else f"line {len(lines) + 2}: this is not the proof of the lines before it"
    return header | {"fault": cut if len(events) < header["events"] else lasts}, events


def check_chain(header: dict[str, Any], events: list[dict[str, Any]], trusted: set[str]) -> str:
    """Check each hash: that of the previous hash, the public line's hash and the private line's."""
    name, h, hashes = events[0]["encounter"], sha256(b"yarrow-chain-1:" + events[0]["encounter"].encode()), set[str]()
    for version, event in enumerate(events, 1):
        if version < len(events) and events[version]["type"] == "core.imported":  # its command has another name
            due, said = {"of": name, "events": version - 1, "chain": h.hexdigest()}, events[version]["data"]
            name, opens = said.get("encounter"), (event["type"], event["batch"]) == ("core.commanded", version)
            require(opens and due.items() <= said.items() and name != said["of"], f"{event['at']}: no valid import")
        require(event["version"] == version and event["encounter"] == name, f"{event['at']} is out of place")
        require(not event["redacted"] or header["seen_by"] != "narrator", f"{event['at']}: a private line is missing")
        h = sha256(h.digest() + event["h"].digest() + bytes.fromhex(event["sealed"] or sha256().hexdigest()))
        hashes.add(h.hexdigest())
    told = {"encounter": name, "events": len(events), "chain": h.hexdigest(), "format": "yarrow-bundle-1"}
    told |= {rule: events[0]["fields"].get(rule) for rule in ("ruleset", "ruleset_version")} | {"fault": ""}
    fits = told.items() <= header.items() and re.fullmatch(SEEN, header["seen_by"])
    require(fits, header["fault"] or "line 1: the header does not match the events")
    require(trusted <= hashes, "the chain never had the given hash")
    return f"proven: {len(events)} events, hash {h.hexdigest()}"


def check_throws(header: dict[str, Any], events: list[dict[str, Any]], trusted: set[str]) -> str:
    """Check that each seed has the published hash and determines the recorded faces."""
    last, found, keys = events[-1], list[str](), dict[str, bytes]()
    at = {"epoch": 0, "chance": "", "sent": False, "two": False, "closed": last["type"] == "core.encounter_closed"}
    at["first"] = max([e["fields"].get("epoch", 1) for e in events if e["type"] == "core.imported"], default=1)
    for event in events:
        fields, kind = event["fields"], event["type"]
        at["sent"] = fields.get("supplied") is True if kind == "core.commanded" else at["sent"]
        if kind in ("core.encounter_opened", "core.branched", "core.rewound", "core.imported"):
            at |= {"epoch": at["epoch"] + 1, "chance": fields.get("chance", at["chance"]), "two": PROMISED[1] in fields}
            said = [at["chance"], fields.get("commitment"), *(fields.get(name, other) for name, other in OPENS)]
            require(re.fullmatch(EPOCH % at["epoch"], json.dumps(said)), f"{event['at']}: not the start of an epoch")
            for sort, promise in zip(SEEDS, PROMISED, strict=True) if at["closed"] else ():
                told = [s for s in last["fields"].get(sort, []) if repr(s["epoch"]) == repr(at["epoch"])]
                require(all(bytes.fromhex(s["seed"]).hex() == s["seed"] for s in told), "a seed is miswritten")
                kept = [(sha256(b"yarrow-seed-1:" + bytes.fromhex(s["seed"])).hexdigest(), s["entropy"]) for s in told]
                due = promise in fields and at["epoch"] >= at["first"] and not (sort == SEEDS[1] and last["redacted"])
                require(kept == ([(fields.get(promise), said[3])] if kept or due else []), "a seed has another hash")
                keys[sort] = blake2b(said[3].encode(), key=bytes.fromhex(told[0]["seed"])).digest() if told else b""
        draws = [d for v in fields.values() for d in (v if isinstance(v, list) else [v]) if isinstance(d, dict)]
        draws = [draw for draw in draws if draw.get("faces", []) != [] and not kind.startswith("core.")]
        key = keys.get(SEEDS[event["sealed"] is not None and at["two"]])
        found += [check_draw(draw, event, at, key, index) for index, draw in enumerate(draws)]
    verdict = "not provable" if {"unrevealed", "hidden", "elsewhere"} & {*found} else "proven"
    sorts = ", ".join(f"{found.count(s)} {s}" for s in ("proven", "supplied", "unrevealed", "hidden", "elsewhere"))
    return f"{verdict}: {sorts}; the private parts of {sum(event['redacted'] for event in events)} events are left out"


def check_draw(draw: dict[str, Any], event: dict[str, Any], at: dict[str, Any], key: bytes | None, index: int) -> str:
    """Classify a draw: proven; supplied; unrevealed (no seed yet); hidden (no private part); elsewhere (imported)."""
    faces, sides, source = draw["faces"], draw.get("sides", 0), draw.get("source", "seeded")
    fell, sent = json.dumps([source, faces, sides, mask := event["fields"].get("pack")]), source == "supplied"
    fits = re.fullmatch(FELL, fell) and all(0 < face <= sides < 257 for face in faces if sides)
    require(fits, f"{event['at']}: these faces are impossible")
    cards = faces if isinstance(faces, list) and not sides else []
    hidden = cards and event["redacted"] and "pack" not in event["fields"]
    pack = [CARDS[bit % 54] for bit in range(4 * 54) if cards and mask and int(mask, 16) >> bit & 1]
    require(hidden or all(cards.count(c) <= pack.count(c) for c in cards), f"{event['at']}: cards are not in the pack")
    may = {"seeded": not sent, "supplied": sent, "either": not sent or event["speaker"] == "narrator"}.get(at["chance"])
    require(not faces or (may and sent == at["sent"]), f"{event['at']}: faces from this source are not allowed")
    if not faces or sent:
        return "supplied" if faces else "empty"
    if hidden or not key:
        unknown = "hidden" if hidden or (at["closed"] and event["sealed"] and at["two"]) else "unrevealed"
        return "elsewhere" if not key and at["epoch"] < at["first"] else unknown
    due, place = list[Any](), (at["epoch"] << 128) + (event["version"] << 64) + (index << 32)
    while len(due) < len(faces):
        block, place = blake2b(place.to_bytes(20, "big"), key=key).digest(), place + 1
        if sides:
            due += [1 + byte % sides for byte in block if byte < 256 - 256 % sides]
        elif cards:
            due += [pack.pop(byte % len(pack)) for byte in block if pack and byte < 256 - 256 % len(pack)]
        else:
            due += ["HT"[bit == "0"] for byte in block for bit in f"{byte:08b}"]
    require([*faces] == due[: len(faces)], f"{event['at']}: the seed gives {due[: len(faces)]}")
    return "proven"


if __name__ == "__main__":
    status, hashes = 0, {word for word in sys.argv[1:] if re.fullmatch("[0-9a-f]{64}", word)}
    paths = [word for word in sys.argv[1:] if word not in hashes]
    sys.stderr.write("" if paths else f"{__doc__}\n")
    for path in paths:
        checks = (("chain", check_chain), ("throws", check_throws)) if Path(path).exists() else ()
        for what, check in checks:
            try:
                print(f"{path}: {what} {check(*read(path), hashes)}")
            except Exception as error:  # any error while reading a damaged file is a fault of the file
                status = 1
                print(f"{path}: {what} broken: {error}")
        print(f"{path}: {'legality not checked: needs the rules' if checks else 'there is no such file'}")
    sys.exit(status or int(not all(Path(path).exists() for path in paths)) if paths else 2)
