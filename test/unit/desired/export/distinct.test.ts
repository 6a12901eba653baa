import { expect, test } from "vitest";
import type { Answer, Client } from "../../../../src/client/http/call.ts";
import { folderOfTest } from "../../../temporary-folder.ts";
import { kinds, plainItems, readIn } from "../document/reading.ts";
import { written } from "./written.ts";

/** A client of a service whose lists are these, by their paths. */
function listing(lists: Readonly<Record<string, readonly unknown[]>>): Client {
  const answerOf = (value: unknown): Answer => ({
    status: 200,
    contentType: "application/json",
    headers: {},
    bytes: async function* () {
      yield Buffer.from(JSON.stringify(value));
    },
    value: async () => value,
  });
  return {
    endpoint: {
      baseUrl: "http://service.example/SVC",
      addressing: "path",
      signature: "plaintext",
      credentials: undefined,
      clockOffsetMs: 0,
    },
    call: async ({ path }) => answerOf(lists[path] ?? (path.includes("{") ? {} : [])),
    send: async () => answerOf(null),
    clockSkewMs: () => undefined,
    close: async () => undefined,
  };
}

const exported = (lists: Readonly<Record<string, readonly unknown[]>>, name: string) =>
  written({ client: listing(lists), kinds }, name);

test("machines of one host name are told apart by their MAC addresses", async () => {
  const machine = (system_id: string, mac: string) => ({
    system_id,
    hostname: "web-01",
    description: mac,
    interface_set: [{ mac_address: mac }],
  });
  const lists = {
    "/machines/": [machine("abcde1", "52:54:00:00:00:01"), machine("abcde2", "52:54:00:00:00:02")],
  };
  const { text, notes } = await exported(lists, "machines");
  expect(notes).toEqual([]);
  expect(plainItems(await readIn(folderOfTest(), { text })).map(({ fields }) => fields)).toEqual([
    { mac_addresses: ["52:54:00:00:00:01"], description: "52:54:00:00:00:01" },
    { mac_addresses: ["52:54:00:00:00:02"], description: "52:54:00:00:00:02" },
  ]);
});

test("other objects of one name are left out with a note", async () => {
  const snippet = (id: number, name: string) => ({ id, name, value: `x ${id};` });
  const { text, notes } = await exported(
    {
      "/dhcp-snippets/": [snippet(1, "a"), snippet(2, "b"), snippet(3, "a"), snippet(4, "a"), snippet(5, "")],
    },
    "dhcp-snippets",
  );
  expect(notes).toEqual([
    "dhcp-snippets 5: left out, as it has no name",
    "dhcp-snippets a: left out, as there are 3 of this name",
  ]);
  expect(text).toBe("dhcp-snippets:\n  - name: b\n    value: x 2;\n");
});

test("names and values that a service should not hold are read as it holds them", async () => {
  const names = ["a\nb", "- x", "\u001b[31mred", "__proto__", "é\u2028", "'\"", "!env X", "a".repeat(3000)];
  const { text } = await exported(
    {
      "/fabrics/": names.map((name, id) => ({ id, name, description: name, vlans: [{ id, vid: id, name }] })),
    },
    "fabrics",
  );
  // What reaches a terminal moves no cursor.
  expect([...text].filter((character) => character < " " && character !== "\n")).toEqual([]);
  const items = plainItems(await readIn(folderOfTest(), { text }));
  const shown = items.filter(({ kind }) => kind === "fabrics").map(({ fields }) => fields["description"]);
  expect([...shown].sort()).toEqual([...names].sort());
});
