import { createHash } from "node:crypto";
import type { Stage } from "../sandbox-stage.ts";
import { goneNumber, type Make, plain, type Row, type Rows } from "./row.ts";

/** A file that the service has already is not asked for again: each upload is of bytes of its own. */
const contentOf = (name: string) => Buffer.from(`the bytes of ${name}`);

function spec(stage: Stage) {
  const name = stage.fresh("image-");
  const content = contentOf(name);
  const sha256 = createHash("sha256").update(content).digest("hex");
  return { name, architecture: "amd64/generic", sha256, size: content.length, base_image: "ubuntu/jammy" };
}

interface Resource {
  readonly id: number;
  readonly name: string;
  readonly sets: Record<string, { readonly files: Record<string, { readonly upload_uri?: string }> }>;
}

/** The path of the file that is still to come, from the answer's own `upload_uri`. */
function uploadPath(resource: Resource): { resource_id: string; id: string } {
  const files = Object.values(resource.sets).flatMap((set) => Object.values(set.files));
  const [, resource_id = "", id = ""] =
    /\/boot-resources\/(\d+)\/upload\/(\d+)\/$/.exec(files[0]?.upload_uri ?? "") ?? [];
  return { resource_id, id };
}

const created = (stage: Stage): Promise<Resource> => stage.done("POST", "/boot-resources/", spec(stage));

const none = plain({ path: { id: goneNumber, boot_source_id: goneNumber } });

const sourceValues = (stage: Stage) => ({
  url: `http://${stage.fresh("images")}.example/`,
  keyring_filename: "/usr/share/keyring.gpg",
});

const source = async (stage: Stage): Promise<string> =>
  (await stage.done("POST", "/boot-sources/", sourceValues(stage))).id;

const sourceRow = (values = {}): Row => ({
  ok: async (stage) => ({ path: { id: await source(stage) }, values }),
  404: none,
});

const selectionValues = { os: "ubuntu", release: "bionic", arches: ["amd64", "arm64"], labels: "stable" };

const selection = async (stage: Stage) => {
  const boot_source_id = await source(stage);
  const { id } = await stage.done("POST", `/boot-sources/${boot_source_id}/selections/`, selectionValues);
  return { boot_source_id, id };
};

const noSelection: Make = async (stage) => ({
  path: { boot_source_id: await source(stage), id: goneNumber },
});

const selectionRow = (values = {}): Row => ({
  ok: async (stage) => ({ path: await selection(stage), values }),
  404: noSelection,
});

/** Document 2, "Boot resources", "Boot sources and selections". */
export const images: Rows = {
  "GET /boot-resources/": { ok: plain({ values: { type: "synced" } }) },
  "POST /boot-resources/": { ok: (stage) => ({ values: spec(stage) }) },
  "POST /boot-resources/op-import": { ok: plain() },
  "GET /boot-resources/op-is_importing": { ok: plain() },
  "POST /boot-resources/op-stop_import": { ok: plain() },
  "DELETE /boot-resources/{id}/": {
    ok: async (stage) => ({ path: { id: (await created(stage)).id } }),
    404: none,
  },
  "GET /boot-resources/{id}/": {
    ok: async (stage) => ({ path: { id: (await created(stage)).id } }),
    404: none,
  },
  "PUT /boot-resources/{resource_id}/upload/{id}/": {
    ok: async (stage) => {
      const resource = await created(stage);
      return { path: uploadPath(resource), body: contentOf(resource.name.replace("custom/", "")) };
    },
    400: async (stage) => ({ path: uploadPath(await created(stage)), body: Buffer.alloc(1000) }),
    403: async (stage) => {
      const [synced] = await stage.done("GET", "/boot-resources/", { type: "synced" });
      // The file of an imported image names no place to upload to.
      const { rows } = stage.sandbox.world.state.images.resources;
      return {
        path: { resource_id: synced.id, id: rows[synced.id]?.sets[0]?.files[0]?.id ?? 0 },
        body: Buffer.alloc(1),
      };
    },
  },
  "GET /boot-sources/": { ok: plain() },
  "POST /boot-sources/": { ok: (stage) => ({ values: sourceValues(stage) }) },
  "DELETE /boot-sources/{id}/": sourceRow(),
  "GET /boot-sources/{id}/": sourceRow(),
  "PUT /boot-sources/{id}/": sourceRow({ keyring_data: "AAAA" }),
  "GET /boot-sources/{boot_source_id}/selections/": {
    ok: async (stage) => ({ path: { boot_source_id: await source(stage) } }),
    404: none,
  },
  "POST /boot-sources/{boot_source_id}/selections/": {
    ok: async (stage) => ({ path: { boot_source_id: await source(stage) }, values: selectionValues }),
    404: none,
  },
  "DELETE /boot-sources/{boot_source_id}/selections/{id}/": selectionRow(),
  "GET /boot-sources/{boot_source_id}/selections/{id}/": selectionRow(),
  "PUT /boot-sources/{boot_source_id}/selections/{id}/": selectionRow({ release: "focal", subarches: ["*"] }),
};
