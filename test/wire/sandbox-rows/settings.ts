import type { SandboxFixture } from "../sandbox-fixture.ts";
import { fixedCall, type Row, type Rows } from "./row.ts";

const scriptValues = (name: string) => ({ name, content: { filename: name, content: "#!/bin/sh\ntrue\n" } });

const script = async (fixture: SandboxFixture): Promise<string> =>
  (await fixture.callOk("POST", "/commissioning-scripts/", scriptValues(fixture.fresh("script-")))).name;

const scriptRow = (values = {}): Row => ({
  ok: async (fixture) => ({ path: { name: await script(fixture) }, values }),
});

const file = async (fixture: SandboxFixture): Promise<string> => {
  const filename = fixture.fresh("file ");
  const part = { filename: "x", content: Buffer.from([0, 255, 10, 13, 10]) };
  await fixture.callOk("POST", "/files/", { filename, file: part });
  return filename;
};

const byFilename: Row = {
  ok: async (fixture) => ({ values: { filename: await file(fixture) } }),
  404: fixedCall({ values: { filename: "nosuch" } }),
};

const fileRow: Row = {
  ok: async (fixture) => ({ path: { filename: await file(fixture) } }),
};

const licenseKey = async (fixture: SandboxFixture) => {
  const path = { osystem: "windows", distro_series: fixture.fresh("win") };
  await fixture.callOk("POST", "/license-keys/", { ...path, license_key: "AAAAA-BBBBB" });
  return path;
};

const licenseRow = (values = {}): Row => ({
  ok: async (fixture) => ({ path: await licenseKey(fixture), values }),
});

export const settings: Rows = {
  "GET /commissioning-scripts/": { ok: fixedCall() },
  "POST /commissioning-scripts/": { ok: (fixture) => ({ values: scriptValues(fixture.fresh("script-")) }) },
  "DELETE /commissioning-scripts/{name}": scriptRow(),
  "GET /commissioning-scripts/{name}": scriptRow(),
  "PUT /commissioning-scripts/{name}": scriptRow({ content: { filename: "x", content: "#!/bin/sh\n" } }),
  "GET /files/": { ok: fixedCall({ values: { prefix: "f" } }) },
  "POST /files/": {
    ok: (fixture) => ({
      values: { filename: fixture.fresh("new "), file: { filename: "x", content: "one\r\n--two" } },
    }),
    400: fixedCall({ values: { filename: "nothing in it" } }),
  },
  "DELETE /files/": byFilename,
  "GET /files/op-get": byFilename,
  "GET /files/op-get_by_key": {
    ok: async (fixture) => {
      const filename = await file(fixture);
      const { anon_resource_uri } = await fixture.callOk("GET", "/files/op-get", { filename });
      return { values: { key: anon_resource_uri.split("key=")[1] } };
    },
    404: fixedCall({ values: { key: "nosuch" } }),
  },
  "DELETE /files/{filename}/": fileRow,
  "GET /files/{filename}/": fileRow,
  "GET /installation-results/": { ok: fixedCall() },
  "GET /license-keys/": { ok: fixedCall() },
  "POST /license-keys/": {
    ok: (fixture) => ({
      values: { osystem: "windows", distro_series: fixture.fresh("new"), license_key: "AAAAA-BBBBB" },
    }),
  },
  "DELETE /license-key/{osystem}/{distro_series}": licenseRow(),
  "GET /license-key/{osystem}/{distro_series}": licenseRow(),
  "PUT /license-key/{osystem}/{distro_series}": licenseRow({ license_key: "CCCCC-DDDDD" }),
  "GET /svc/op-get_config": { ok: fixedCall({ values: { name: "theme" } }) },
  "POST /svc/op-set_config": { ok: fixedCall({ values: { name: "ntp_servers", value: "ntp.example" } }) },
  "GET /events/op-query": { ok: fixedCall({ values: { level: "DEBUG", limit: 5 } }) },
  "GET /api/version/": { ok: fixedCall() },
};
