import { createHash } from "node:crypto";
import type { SandboxFixture } from "../sandbox-fixture.ts";
import { fixedCall, type Row, type Rows } from "./row.ts";

/** A service does not ask for a file that it has already, so each upload needs its own bytes. */
const contentOf = (name: string) => Buffer.from(`the bytes of ${name}`);

function spec(fixture: SandboxFixture) {
  const name = fixture.fresh("image-");
  const content = contentOf(name);
  const sha256 = createHash("sha256").update(content).digest("hex");
  return { name, architecture: "amd64/generic", sha256, size: content.length, base_image: "ubuntu/jammy" };
}

interface Resource {
  readonly id: number;
  readonly name: string;
  readonly sets: Record<string, { readonly files: Record<string, { readonly upload_uri?: string }> }>;
}

/** The path parameters of the first file's `upload_uri`. */
function uploadPath(resource: Resource): { resource_id: string; id: string } {
  const files = Object.values(resource.sets).flatMap((set) => Object.values(set.files));
  const [, resource_id = "", id = ""] =
    /\/boot-resources\/(\d+)\/upload\/(\d+)\/$/.exec(files[0]?.upload_uri ?? "") ?? [];
  return { resource_id, id };
}

const createResource = (fixture: SandboxFixture): Promise<Resource> =>
  fixture.callOk("POST", "/boot-resources/", spec(fixture));

const sourceValues = (fixture: SandboxFixture) => ({
  url: `http://${fixture.fresh("images")}.example/`,
  keyring_filename: "/usr/share/keyring.gpg",
});

const source = async (fixture: SandboxFixture): Promise<string> =>
  (await fixture.callOk("POST", "/boot-sources/", sourceValues(fixture))).id;

const sourceRow = (values = {}): Row => ({
  ok: async (fixture) => ({ path: { id: await source(fixture) }, values }),
});

const selectionValues = { os: "ubuntu", release: "bionic", arches: ["amd64", "arm64"], labels: "stable" };

const selection = async (fixture: SandboxFixture) => {
  const boot_source_id = await source(fixture);
  const { id } = await fixture.callOk("POST", `/boot-sources/${boot_source_id}/selections/`, selectionValues);
  return { boot_source_id, id };
};

const selectionRow = (values = {}): Row => ({
  ok: async (fixture) => ({ path: await selection(fixture), values }),
});

export const images: Rows = {
  "GET /boot-resources/": { ok: fixedCall({ values: { type: "synced" } }) },
  "POST /boot-resources/": { ok: (fixture) => ({ values: spec(fixture) }) },
  "POST /boot-resources/op-import": { ok: fixedCall() },
  "GET /boot-resources/op-is_importing": { ok: fixedCall() },
  "POST /boot-resources/op-stop_import": { ok: fixedCall() },
  "DELETE /boot-resources/{id}/": {
    ok: async (fixture) => ({ path: { id: (await createResource(fixture)).id } }),
  },
  "GET /boot-resources/{id}/": {
    ok: async (fixture) => ({ path: { id: (await createResource(fixture)).id } }),
  },
  "PUT /boot-resources/{resource_id}/upload/{id}/": {
    ok: async (fixture) => {
      const resource = await createResource(fixture);
      return { path: uploadPath(resource), body: contentOf(resource.name.replace("custom/", "")) };
    },
    400: async (fixture) => ({ path: uploadPath(await createResource(fixture)), body: Buffer.alloc(1000) }),
    403: async (fixture) => {
      const [synced] = await fixture.callOk("GET", "/boot-resources/", { type: "synced" });
      // An imported file has no `upload_uri`, so its ids come from the sandbox's state.
      const { rows } = fixture.sandbox.world.state.images.resources;
      return {
        path: { resource_id: synced.id, id: rows[synced.id]?.sets[0]?.files[0]?.id ?? 0 },
        body: Buffer.alloc(1),
      };
    },
  },
  "GET /boot-sources/": { ok: fixedCall() },
  "POST /boot-sources/": { ok: (fixture) => ({ values: sourceValues(fixture) }) },
  "DELETE /boot-sources/{id}/": sourceRow(),
  "GET /boot-sources/{id}/": sourceRow(),
  "PUT /boot-sources/{id}/": sourceRow({ keyring_data: "AAAA" }),
  "GET /boot-sources/{boot_source_id}/selections/": {
    ok: async (fixture) => ({ path: { boot_source_id: await source(fixture) } }),
  },
  "POST /boot-sources/{boot_source_id}/selections/": {
    ok: async (fixture) => ({ path: { boot_source_id: await source(fixture) }, values: selectionValues }),
  },
  "DELETE /boot-sources/{boot_source_id}/selections/{id}/": selectionRow(),
  "GET /boot-sources/{boot_source_id}/selections/{id}/": selectionRow(),
  "PUT /boot-sources/{boot_source_id}/selections/{id}/": selectionRow({ release: "focal", subarches: ["*"] }),
};
