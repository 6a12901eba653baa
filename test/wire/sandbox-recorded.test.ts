import { readdirSync, readFileSync } from "node:fs";
import { deserialize } from "bson";
import { beforeAll, expect, test } from "vitest";
import { shapeDifferences, shapeOf } from "./recorded-shape.ts";
import type { SandboxAnswer, Values } from "./sandbox-caller.ts";
import { fixtureOfFile } from "./sandbox-fixture.ts";

interface Recording {
  /** `GET path?query` or `POST path -F name=value`, where path starts after `/api/2.0/`. */
  readonly request: string;
  readonly status: number;
  readonly content_type: string;
  readonly json?: unknown;
  readonly text?: string;
  readonly body_base64?: string;
}

const folder = new URL("../fixtures/recorded/", import.meta.url);
const recordings = readdirSync(folder)
  .sort()
  .map((file) => {
    const recording = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as Recording;
    return [file.replace(/\.json$/, ""), recording] as const;
  });

const fixture = await fixtureOfFile({ answers: "deployed" });
/** Maps recorded names and ids to those of the sandbox. */
let names: Readonly<Record<string, string>>;

beforeAll(async () => {
  const nodes: { hostname: string; system_id: string }[] = await fixture.callOk("GET", "/nodes/");
  const idOf = (hostname: string) => nodes.find((node) => node.hostname === hostname)?.system_id ?? "";
  names = {
    re4tf4: idOf("db-01"),
    "4tn8bn": idOf("app-01"),
    t6ab7e: idOf("power-01"),
    eh6dna: idOf("printer-01"),
    ready2: "web-02",
    gpu: "ssd",
    deployed1: "app-01",
    rack1: "rack-01",
  };
});

/** Repeats a recorded request; one that was forbidden is sent by an ordinary user. */
function repeatRequest({ request, status }: Recording): Promise<SandboxAnswer> {
  const translated = request.replace(/\b[a-z0-9]{3,9}\b/g, (word) => names[word] ?? word);
  const [line = "", ...fields] = translated.split(" -F ");
  const [method = "", address = ""] = line.split(" ");
  const [path = "", query = ""] = address.split("?");
  const pairs = [...fields.map((field) => field.split("=")), ...new URLSearchParams(query)];
  const values: Values = Object.fromEntries(pairs);
  return fixture.call(method, `/${path}`, values, status === 403 ? fixture.keys.bob : undefined);
}

/** Members that may be null but were set in the recorded objects. */
const maybeNull =
  /\.status_action is null|\.interface_set\[\]\.vlan is null|\.keysource is null|^\.(?:hostname|vid) is null|\.last_deployed is null/;

/** Recordings of the same kind of object, whose shapes are merged. */
const sameKind = [
  ["machine-ready", "machine-deployed", "allocate-dry"],
  ["boot-resource", "boot-resources", "boot-resource-create"],
];

function recordedLike(name: string): readonly unknown[] {
  const kind = sameKind.find((each) => each.includes(name)) ?? [name];
  return recordings.filter(([each]) => kind.includes(each)).flatMap(([, { json }]) => json);
}

test.each(recordings)("%s is answered as recorded", async (name, recording) => {
  const answer = await repeatRequest(recording);
  expect([answer.status, answer.contentType]).toEqual([recording.status, recording.content_type]);
  if (recording.text !== undefined) expect(answer.text).toBe(translate(recording.text));
  if (recording.json !== undefined) {
    const hasDataKeys = name === "power-parameters-many" || name === "config-bad";
    const [was, is] = [recordedLike(name), [answer.json].flat()].map((each) => shapeOf(each, hasDataKeys));
    expect(was && is && shapeDifferences(was, is).filter((each) => !maybeNull.test(each))).toEqual([]);
    expect(isEmpty(answer.json)).toBe(isEmpty(recording.json));
  }
  if (recording.body_base64 !== undefined) {
    const [was, is] = [Buffer.from(recording.body_base64, "base64"), answer.bytes];
    expect(Object.keys(deserialize(is)).sort()).toEqual(Object.keys(deserialize(was)).sort());
  }
});

const translate = (text: string) => text.replace(/\b[a-z0-9]{5,9}\b/g, (word) => names[word] ?? word);

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;

test("storage sizes are written with a decimal, as recorded", async () => {
  const [text] = recordings
    .filter(([name]) => name === "machine-ready")
    .map(() => readFileSync(new URL("machine-ready.json", folder), "utf8"));
  expect(text).toMatch(/"storage": 100000\.0/);
  for (const path of [`/machines/${names.re4tf4}/`, "/machines/"]) {
    const { text: body } = await fixture.call("GET", path);
    expect(body).toMatch(/"storage": \d+\.\d/);
    expect(body).not.toMatch(/"storage": \d+[,\n]/);
  }
});
