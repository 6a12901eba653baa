import { describe, expect, test } from "vitest";
import { describedCatalogue } from "../../../../src/client/description/catalogue.ts";
import { kebabWord, plural, singular } from "../../../../src/client/description/words.ts";
import { aroundDocuments as around, documented } from "./fixture.ts";

const described = (
  paths: Readonly<
    Record<string, readonly (readonly [method: string, op?: string | undefined, doc?: string])[]>
  >,
) =>
  describedCatalogue(
    {
      hash: "h",
      resources: Object.entries(paths).map(([path, actions]) => ({
        anon: null,
        auth: {
          path: `/METAL/api/2.0${path}`,
          actions: actions.map(([method, op, doc]) => ({ method, op: op ?? null, doc: doc ?? "" })),
        },
      })),
    },
    around,
  );

const commands = (catalogue: ReturnType<typeof described>): readonly string[] =>
  catalogue.groups.flatMap(({ name, operations }) =>
    Object.values(operations).map(({ verb, method, path }) => `${name} ${verb} = ${method} ${path}`),
  );

describe("groups and verbs by rule", () => {
  test.each([
    ["zones", "zone"],
    ["volume-groups", "volume-group"],
    ["policies", "policy"],
    ["addresses", "address"],
    ["boxes", "box"],
    ["switches", "switch"],
    ["leases", "lease"],
    ["caches", "cache"],
  ])("%s are several of %s", (many, one) => {
    expect(plural(one)).toBe(many);
    expect(plural(many)).toBe(many);
    expect(singular(singular(many))).toBe(singular(many));
  });

  test("a word is spelled in kebab-case", () => {
    expect(["vm_hosts", "vmHosts", "__a__b_", "ABC"].map(kebabWord)).toEqual([
      "vm-hosts",
      "vm-hosts",
      "a-b",
      "abc",
    ]);
  });

  test("singular and plural paths are one group, with or without a slash", () => {
    expect(commands(described({ "/policy/{id}": [["GET"]], "/policies/": [["GET"], ["POST"]] }))).toEqual([
      "policies create = POST /policies/",
      "policies get = GET /policy/{id}",
      "policies list = GET /policies/",
    ]);
  });

  test("a name that is in use gets the parent's name before it", () => {
    const catalogue = described({
      "/nodes/{system_id}/devices/": [["GET"]],
      "/racks/{id}/shelves/": [["GET"]],
      "/shelves/": [["GET"]],
    });
    expect(commands(catalogue)).toEqual([
      "shelves list = GET /shelves/",
      "node-devices list = GET /nodes/{system_id}/devices/",
      "rack-shelves list = GET /racks/{id}/shelves/",
    ]);
  });

  test("an operation of the list gets -many if objects have one of the same name", () => {
    const catalogue = described({
      "/racks/{id}/": [["POST", "sync"], ["GET", "sync"], ["DELETE"]],
      "/racks/": [["POST", "sync"], ["DELETE"]],
    });
    expect(commands(catalogue)).toEqual([
      "racks delete = DELETE /racks/{id}/",
      "racks delete-many = DELETE /racks/",
      "racks sync = GET /racks/{id}/op-sync",
      "racks sync-many = POST /racks/op-sync",
      "racks sync-one = POST /racks/{id}/op-sync",
    ]);
  });

  test("the configuration's path begins with the deployment's name", () => {
    const catalogue = described({
      "/metal/": [
        ["GET", "get_config"],
        ["POST", "reload"],
      ],
    });
    expect(commands(catalogue)).toEqual(["config reload = POST /svc/op-reload"]);
  });

  test("a documented group keeps its verbs and gets further ones", () => {
    const catalogue = described({
      "/machines/{system_id}/": [["GET"], ["POST", "wait"], ["POST", "sing"]],
      "/nodes/{system_id}/blockdevices/{id}/": [["POST", "polish"]],
    });
    expect(commands(catalogue)).toEqual([
      "machines sing = POST /machines/{system_id}/op-sing",
      "machines wait-one = POST /machines/{system_id}/op-wait",
      "block-devices polish = POST /nodes/{system_id}/blockdevices/{id}/op-polish",
    ]);
  });

  test("missing documented operations are listed, unless the description contains none", () => {
    const { absent } = described({ "/machines/": [["GET"]] });
    expect(absent).toContain("POST /machines/{system_id}/op-deploy");
    expect(absent).not.toContain("GET /machines/");
    expect(described({ "/zones/": [["GET"]] }).absent).toEqual([]);
  });
});

describe("fields by rule", () => {
  const fields = (doc: string, op = "act") => {
    const [group] = described({
      "/package-repositories/": [["POST", op, doc]],
      "/resourcepools/": [["GET"]],
    }).groups;
    return Object.values(group?.operations ?? {})[0]?.fields;
  };

  test("a field whose name is an option already gets another option name", () => {
    expect(
      fields(":param url: Required. x\n:type url: String\n:param set: y\n:param no_check: z"),
    ).toMatchObject([
      { name: "url", flag: "repository-url", required: true },
      { name: "set", flag: "repository-set" },
      { name: "no_check", flag: "repository-no-check" },
    ]);
  });

  test("fields for nodes are recognised by name, text and operation", () => {
    const kinds = (doc: string, op?: string) =>
      fields(doc, op)?.map(({ kind, repeatable }) => [kind, repeatable]);
    expect(
      kinds(":param machines: A list.\n:param parent: The parent's system_id.\n:param add: The add."),
    ).toEqual([
      ["machine", true],
      ["node", undefined],
      [undefined, undefined],
    ]);
    expect(kinds(":param add: The add.\n:param definition: x", "update_devices")).toEqual([
      ["device", true],
      [undefined, undefined],
    ]);
  });

  test("a read has the result and secrets of the documented read of its name", () => {
    const [group] = described({
      "/hubcontrollers/{system_id}/": [
        ["GET", "details"],
        ["GET", "power_parameters"],
        ["GET", "query_power_state"],
        ["GET", "x"],
        ["POST", "details"],
      ],
    }).groups;
    const secret = documented.find(({ id }) => id === "node.power_parameters")?.operation.sensitive;
    expect(secret).toBeDefined();
    const operations = Object.values(group?.operations ?? {});
    const reads = operations.map(({ method, result, sensitive }) => [method, result, sensitive]);
    expect(operations.filter(({ meanings }) => meanings?.[503]).map(({ verb }) => verb)).toEqual([
      "query-power-state",
    ]);
    expect(reads).toEqual([
      ["GET", "bson", undefined],
      ["POST", "json", undefined],
      ["GET", "json", secret],
      ["GET", "json", undefined],
      ["GET", "json", undefined],
    ]);
  });

  test("a number that identifies an object may be given as its name", () => {
    expect(fields(":param pool: p\n:type pool: Int\n:param cores: c\n:type cores: Int")).toMatchObject([
      { name: "pool", type: "integer", alsoName: true },
      { name: "cores", type: "integer" },
    ]);
  });

  test("the default of a required field is never sent, and a secret is marked", () => {
    expect(fields(":param password: Required. x (Default: y)")).toEqual([
      { name: "password", type: "string", help: "x", required: true, secret: true, described: true },
    ]);
  });

  const actions = (path: string, method: string, op: string | undefined, doc: string) =>
    Object.values(described({ [path]: [[method, op, doc]] }).groups[0]?.operations ?? {})[0];

  test.each([
    ["/ports/{id}/", "POST", "unlink_subnet", "id", "Int", "link-id"],
    ["/nodes/{system_id}/shelf/{id}/", "POST", "delete_logical_volume", "id", "Int", "logical-volume-id"],
    ["/labels/{name}/", "PUT", undefined, "name", "String", "new-name"],
    ["/racks/{name}/", "POST", "sync", "name", "String", "field-name"],
    ["/racks/{name}/", "POST", "rename", "name", "String", "new-name"],
    ["/racks/{name}/", "POST", "set_name", "name", "String", "new-name"],
    ["/links/{link_id}/{id}/", "POST", "unlink_all", "id", "Int", "field-id"],
    ["/racks/{id}/", "POST", "sync", "id", "URL", undefined],
    ["/racks/{id}/", "GET", "sync", "id", "Int", undefined],
    ["/racks/{id}/", "PUT", undefined, "id", "", undefined],
    ["/racks/{system_id}/", "POST", "sync", "system_id", "String", undefined],
  ])("%s %s %s: the field %s of type %s is --%s", (path, method, op, name, type, flag) => {
    const doc = `:param ${name}: Optional. The ${name}.${type === "" ? "" : `\n:type ${name}: ${type}`}`;
    const operation = actions(path, method, op, doc);
    expect(operation?.parameters?.at(-1)).toMatchObject({ name });
    expect(operation?.fields ?? []).toEqual(
      flag === undefined
        ? []
        : [
            expect.objectContaining({
              name: flag.replaceAll("-", "_"),
              sentAs: name,
              help: flag.replaceAll("-", " "),
            }),
          ],
    );
  });

  test("a field named like a path parameter gets a name that no other field has", () => {
    const doc = ":param name: x\n:type name: String\n:param new_name: y\n:type new_name: String";
    expect(actions("/labels/{name}/", "PUT", undefined, doc)?.fields).toMatchObject([
      { name: "field_name", sentAs: "name" },
      { name: "new_name" },
    ]);
  });

  test("a path parameter that is documented twice is a parameter and a field", () => {
    const operation = actions(
      "/labels/{name}/",
      "PUT",
      undefined,
      ":param name: Required. The tag's name.\n:type name: URL\n:param name: Optional. Another.\n:type name: String",
    );
    expect(operation?.fields).toMatchObject([{ name: "new_name", sentAs: "name", type: "string" }]);
  });

  test.each([
    ["Int", "whether ('0' == False, '1' == True)", "switch"],
    ["Boolean", "whether (0 = false, 1 = true)", "switch"],
    ["Boolean", "whether", "boolean"],
    ["Int", "how many", "integer"],
    ["Int", "the level. Possible values are: ``raid-0``, ``raid-1``.", "string"],
    ["Int", "the level. Possible values are: ``0``, ``1``.", "integer"],
    ["Int", "the size. (Default: free).", "string"],
  ])("%s and the text %s: %s", (type, text, expected) => {
    expect(fields(`:param x: Optional. ${text}\n:type x: ${type}`)).toMatchObject([{ type: expected }]);
  });

  test("an operation that is described only for callers without a key is sent without one", () => {
    const handler = (op: string) => ({
      path: "/M/api/2.0/racks/",
      actions: [{ method: "GET", op, doc: "" }],
    });
    const resources = [
      { anon: handler("ask"), auth: handler("both") },
      { anon: handler("both"), auth: null },
    ];
    const [group] = describedCatalogue({ resources }, around).groups;
    const facts = Object.values(group?.operations ?? {}).map(({ verb, who, unsigned }) => [
      verb,
      who,
      unsigned,
    ]);
    expect(facts).toEqual([
      ["ask", "anonymous", true],
      ["both", "anonymous", undefined],
    ]);
  });

  test("values in the text are suggestions", () => {
    expect(fields(":param mode: Required. Possible values are: ``a``, ``b``.")).toMatchObject([
      { suggestions: ["a", "b"] },
    ]);
  });
});
