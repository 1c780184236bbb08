"""Verify bundles of Yarrow with Python's standard library alone: python verify.py BUNDLE... [HASH...]

Says of each file whether its chain holds, and whether its throws follow from the seeds that were promised.
A HASH, 64 digits, is one that you have from elsewhere: the chain must have had it. The status is 1 where one is broken.
"""

import json
import sys
from collections import Counter
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any

EVENT: dict[str, Any] = {"encounter": str, "version": int, "type": str, "schema": int, "time": str, "batch": int}
EVENT |= {"cause": int | None, "speaker": str, "audience": str, "data": dict, "sealed": str | None}
BEGINS_EPOCH = ("core.encounter_opened", "core.branched", "core.rewound", "core.imported")
PROMISES = {"seeds": "commitment", "hidden_seeds": "hidden_commitment"}
CARDS = [rank + suit for suit in "HDCS" for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K")]
CARDS += ["WHITE", "COLOURED"]


def require(condition: object, fault: str) -> None:
    """Say what is wrong."""
    if not condition:
        raise ValueError(fault)


def read(path: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The header, to which is added whether the file is ``whole``, and the events."""
    head, *lines, proof = [line + b"\n" for line in Path(path).read_bytes().removesuffix(b"\n").split(b"\n")]
    header, events = json.loads(head), list[dict[str, Any]]()
    require(header["format"] == "yarrow-bundle-1", "this is no bundle")
    due = b'{"sha256":"%s"' % sha256(head + b"".join(lines)).hexdigest().encode()
    header["whole"] = proof.startswith(due) and Path(path).read_bytes().endswith(b"}\n")
    for line in lines:
        if events and line.startswith(b'{"salt":') and not events[-1]["private"]:
            events[-1]["fields"] |= json.loads(line)["data"]
            events[-1]["private"] = sha256(line[:-1])
        else:
            event = json.loads(line)
            require(all(isinstance(event.get(name, ...), kind) for name, kind in EVENT.items()), "a line is no event")
            events.append(event | {"fields": dict(event["data"]), "public": sha256(line[:-1]), "private": None})
    return header, [event | {"redacted": bool(event["sealed"]) and not event["private"]} for event in events]


def check_chain(header: dict[str, Any], events: list[dict[str, Any]], trusted: set[str]) -> str:
    """Each hash is that of the hash before, of the public line's, and of the private line's."""
    name, h = events[0]["encounter"], sha256(b"yarrow-chain-1:" + events[0]["encounter"].encode())
    hashes = {h.hexdigest()}
    for version, event in enumerate(events, 1):
        if version < len(events) and events[version]["type"] == "core.imported":  # its command bears another name
            due, said = {"of": name, "events": version - 1, "chain": h.hexdigest()}, events[version]["data"]
            name = said["encounter"]
            require(due.items() <= said.items() and name != said["of"], f"{version}: another was imported")
        require(event["version"] == version and event["encounter"] == name, f"{version}: an event is out of place")
        require(not (event["redacted"] and header["seen_by"] == "narrator"), f"{version}: something is left out")
        sealed = (event["private"] or sha256()).digest() if not event["redacted"] else bytes.fromhex(event["sealed"])
        due_seal = sealed.hex() if event["private"] or event["redacted"] else None
        require(event["sealed"] == due_seal, f"{version}: another private part was sealed")
        h = sha256(h.digest() + event["public"].digest() + sealed)
        hashes.add(h.hexdigest())
    ruled = all(header[rules] == events[0]["fields"].get(rules) for rules in ("ruleset", "ruleset_version"))
    require(header["whole"], "the file is not whole")
    require((name, len(events)) == (header["encounter"], header["events"]) and ruled, "the header tells of others")
    require(h.hexdigest() == header["chain"], "the chain does not end in the hash of the header")
    require(trusted <= hashes, "the chain never had the hash that was given")
    return f"proven: {len(events)} events, hash {h.hexdigest()}"


def check_throws(header: dict[str, Any], events: list[dict[str, Any]], trusted: set[str]) -> str:
    """Each seed has the hash that was published, and gives the faces on record."""
    last, found, keys = events[-1], Counter[str](), dict[str, bytes]()
    at = {"epoch": 0, "chance": "", "faces": False, "closed": last["type"] == "core.encounter_closed"}
    at["played_here"] = max([e["fields"]["epoch"] for e in events if e["type"] == "core.imported"], default=1)
    for event in events:
        fields, kind = event["fields"], event["type"]
        if kind == "core.commanded":
            at["faces"] = fields.get("supplied", False)
        elif kind in BEGINS_EPOCH:
            at |= {"epoch": at["epoch"] + 1, "chance": fields.get("chance", at["chance"])}
            require(fields.get("epoch", 1) == at["epoch"], f"{event['version']}: the epochs do not follow")
            keys, at["sealed"] = keys_of(fields, last, at), [*PROMISES]["hidden_commitment" in fields]
        parts = [part for value in fields.values() for part in (value if isinstance(value, list) else [value])]
        draws = [part for part in parts if isinstance(part, dict) and part.get("faces", []) != []]
        for index, draw in enumerate([] if kind.startswith("core.") else draws):
            key = keys.get("seeds" if event["sealed"] is None else at.get("sealed", ""))
            found[check_draw(draw, event, at, key, index)] += 1
    verdict = "not provable" if {"unrevealed", "hidden", "elsewhere"} & {*found} else "proven"
    counts = ", ".join(f"{found[sort]} {sort}" for sort in ("proven", "supplied", "unrevealed", "hidden", "elsewhere"))
    return f"{verdict}: {counts}; the private parts of {sum(event['redacted'] for event in events)} events are left out"


def keys_of(fields: dict[str, Any], last: dict[str, Any], at: dict[str, Any]) -> dict[str, bytes]:
    """The keys of an epoch that begins, by the seeds that the last event reveals, which have to be those promised."""
    keys, entropy = {}, fields.get("entropy", "")
    for kind, promise in PROMISES.items():
        seeds = [seed for seed in last["fields"].get(kind, ()) if at["closed"] and seed["epoch"] == at["epoch"]]
        excused = not at["closed"] or at["epoch"] < at["played_here"] or (kind != "seeds" and last["redacted"])
        require(seeds or excused or promise not in fields, f"a seed of epoch {at['epoch']} was not revealed")
        for seed in seeds:
            kept = fields.get(promise) == sha256(b"yarrow-seed-1:" + bytes.fromhex(seed["seed"])).hexdigest()
            require(kept and seed["entropy"] == entropy, f"epoch {at['epoch']} was promised another seed")
            keys[kind] = blake2b(entropy.encode(), key=bytes.fromhex(seed["seed"])).digest()
    return keys


def check_draw(draw: dict[str, Any], event: dict[str, Any], at: dict[str, Any], key: bytes | None, index: int) -> str:
    """What a draw is: proven; supplied; unrevealed: no seed is known yet; hidden: a private part is not; elsewhere."""
    faces, sides, mask, where = draw["faces"], draw.get("sides", 0), event["fields"].get("pack"), event["version"]
    cards = [face for face in faces if isinstance(face, str)] if isinstance(faces, list) else []
    pack = [CARDS[bit % 54] for bit in range(4 * 54) if mask and int(mask, 16) >> bit & 1]
    hidden, sent = cards and event["redacted"] and not mask, bool(at["faces"])
    allowed = {"seeded": not sent, "supplied": sent, "either": not sent or event["speaker"] == "narrator"}
    right = allowed.get(at["chance"]) and draw.get("source", "seeded") == ("supplied" if sent else "seeded")
    require(not faces or right, f"{where}: faces came from where they may not come from")
    require(hidden or not Counter(cards) - Counter(pack), f"{where}: cards fell that were not in the pack")
    if not faces or sent:
        return "supplied" if faces else "empty"
    if key is None and at["epoch"] < at["played_here"]:
        return "elsewhere"
    if hidden or key is None:
        return "hidden" if hidden or (at["closed"] and event["sealed"] and at["sealed"] != "seeds") else "unrevealed"
    require(2 <= sides <= 256 if sides else not cards or len(faces) <= len(pack), f"{where}: nothing can fall so")
    place, due, number = ((at["epoch"], 4), (event["version"], 8), (index, 4)), list[Any](), 0
    while len(due) < len(faces):
        block = blake2b(b"".join(n.to_bytes(size, "big") for n, size in (*place, (number, 4))), key=key).digest()
        number += 1
        if sides:
            due += [1 + byte % sides for byte in block if byte < 256 - 256 % sides]
        elif cards:
            due += [pack.pop(byte % len(pack)) for byte in block if pack and byte < 256 - 256 % len(pack)]
        else:
            due += ["HT"[bit == "0"] for byte in block for bit in f"{byte:08b}"]
    fits = [*faces] == due[: len(faces)] and (sides or cards or isinstance(faces, str))
    require(fits, f"{where}: the seed gives {due[: len(faces)]}")
    return "proven"


if __name__ == "__main__":
    status, hashes = 0, {word for word in sys.argv[1:] if len(word) == 64 and not word.strip("0123456789abcdef")}
    for path in [word for word in sys.argv[1:] if word not in hashes]:
        for what, check in (("chain", check_chain), ("throws", check_throws)):
            try:
                print(f"{path}: {what} {check(*read(path), hashes)}")
            except Exception as error:  # whatever a damaged file holds is a fault of the file
                status = 1
                print(f"{path}: {what} broken: {error}")
        print(f"{path}: legality not checked: needs the rules")
    sys.exit(status)
