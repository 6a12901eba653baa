import { deserialize } from "bson";
import { describe, expect, test } from "vitest";
import { loadDocumentedOperations } from "../unit/catalogue/documented.ts";
import { partOfRun } from "../unit/random.ts";
import type { SandboxAnswer } from "./sandbox-caller.ts";
import { type Listing, listings } from "./sandbox-documents.ts";
import { fixtureOfFile, type SandboxFixture } from "./sandbox-fixture.ts";
import { rowGroups } from "./sandbox-rows/all.ts";
import { fixedCall, type Make, type Row, type Rows } from "./sandbox-rows/row.ts";

const failures = [400, 403, 404, 409, 503] as const;

const fixture = await fixtureOfFile();
/** A second sandbox for calls that use up all addresses. */
const exhausted = await fixtureOfFile();

type Addressing = "path" | "query";

async function send(on: SandboxFixture, listing: Listing, make: Make, addressing: Addressing = "path") {
  const { path = {}, values = {}, key = on.keys.admin, body } = await make(on);
  const filled = listing.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(path[name] ?? "987654"),
  );
  const address = addressing === "path" ? filled : filled.replace(/op-(\w+)$/, "?op=$1");
  return on.ask({
    method: listing.method,
    path: address.startsWith("/api/") ? address : `/api/2.0${address}`,
    key,
    values,
    ...(body === undefined ? {} : { body }),
  });
}

/** Checks status, content type and kind of body against the documents. */
function expectListed(listing: Listing, answer: SandboxAnswer): void {
  const errorText = answer.status < 300 ? "" : answer.text;
  if (listing.status === undefined) expect([answer.status < 300, errorText]).toEqual([true, ""]);
  else expect([answer.status, errorText]).toEqual([listing.status, ""]);
  switch (listing.kind) {
    case "J":
      expect(answer.contentType).toMatch(/^application\/json(;|$)/);
      expect(() => answer.json).not.toThrow();
      break;
    case "T":
      expect(answer.contentType).toMatch(/^text\/plain(;|$)/);
      break;
    case "-":
      // A 204 has a content type although it has no body: some clients require one.
      expect([answer.contentType, answer.text]).toEqual([
        answer.status === 204 ? "text/plain" : undefined,
        "",
      ]);
      break;
    case "*":
      expect([answer.contentType, answer.text === ""]).toEqual([undefined, false]);
      break;
    case "BSON": {
      const details = deserialize(answer.bytes, { promoteBuffers: true });
      expect(Object.keys(details)).toEqual(expect.arrayContaining(["lldp", "lshw"]));
      for (const xml of Object.values(details)) expect(xml === null || Buffer.isBuffer(xml)).toBe(true);
      break;
    }
    case "?":
  }
}

/** Adds a call with unknown path parameters if the documents list a 404. */
const completed = (address: string, row: Row): Row =>
  address.includes("{") && listings.get(address)?.errors.includes(404) ? { 404: fixedCall(), ...row } : row;

for (const [name, rows] of Object.entries(rowGroups))
  describe(name, () => {
    for (const [address, incompleteRow] of Object.entries(rows)) {
      const listing = listings.get(address);
      if (listing === undefined) continue;
      const row = completed(address, incompleteRow);
      const { ok } = row;
      if (ok !== undefined) {
        test(`${address} succeeds as documented`, async () => {
          expectListed(listing, await send(fixture, listing, ok));
        });
        if (/op-\w+$/.test(address))
          test(`${address} succeeds with the operation in the query`, async () => {
            expectListed(listing, await send(fixture, listing, ok, "query"));
          });
      }
      for (const status of failures) {
        const make = row[status];
        if (make === undefined) continue;
        test(`${address} fails with ${status} as documented`, async () => {
          const answer = await send(status === 503 ? exhausted : fixture, listing, make);
          expect([answer.status, answer.contentType]).toEqual([status, "text/plain; charset=utf-8"]);
        });
      }
    }
  });

const table: Rows = Object.fromEntries(
  Object.values(rowGroups).flatMap((rows: Rows) =>
    Object.entries(rows).map(([address, row]) => [address, completed(address, row)]),
  ),
);
const provoked = (row: Row) => failures.filter((status) => row[status] !== undefined);

test("the table has every documented operation and failure", () => {
  expect(listings.size).toBe(189);
  expect(Object.keys(table).sort()).toEqual([...listings.keys()].sort());
  for (const [address, { errors, kind }] of listings) {
    const row = table[address];
    // A row may provoke more failures than its operation lists, since some are documented only in the general
    // rules.
    const missing = errors.filter((status) => row === undefined || !provoked(row).includes(status as 400));
    expect(missing, address).toEqual([]);
    expect(row?.ok === undefined, address).toEqual(kind === "?" && errors.length > 0);
  }
});

test("the catalogue has the same operations and answers as the documents", async () => {
  const entries = await loadDocumentedOperations();
  expect(entries.length).toBe(listings.size);
  for (const { operation } of entries) {
    const address = `${operation.method} ${operation.path}`;
    const listing = listings.get(address);
    if (listing?.status !== undefined) expect(operation.success, address).toEqual(listing.status);
  }
});

test("anonymous requests get a 401 unless the documents allow them", async () => {
  for (const [address, listing] of listings) {
    const { method } = listing;
    const path = listing.path.replace(/\{\w+\}/g, "1");
    const answer = await fixture.ask({
      method,
      path: path.startsWith("/api/") ? path : `/api/2.0${path}`,
      key: null,
      ...(address === "POST /machines/"
        ? { values: { architecture: "amd64/generic", mac_addresses: fixture.mac() } }
        : {}),
    });
    const isOpen = address === "GET /api/version/" || address === "POST /machines/";
    const expected = isOpen ? 200 : 401;
    expect(answer.status, address).toEqual(expected);
    if (expected === 401) expect(answer.contentType).toMatch(/^text\/plain/);
  }
});

test("every operation of another API version is a 410 with a text", async () => {
  for (const [turn, [address, { method, path }]] of [...listings].entries()) {
    if (path.startsWith("/api/")) continue;
    for (const version of partOfRun(["1.0", "3.0", "v2"], 3, turn)) {
      const filled = path.replace(/\{\w+\}/g, "1");
      const answer = await fixture.ask({ method, path: `/api/${version}${filled}`, key: fixture.keys.admin });
      expect([answer.status, answer.contentType], address).toEqual([410, "text/plain; charset=utf-8"]);
      expect(answer.text).toContain("2.0");
    }
  }
});
