import { join } from "node:path";
import { test } from "vitest";
import { outputFormats } from "../../src/catalogue/commands/options.ts";
import {
  answerWithSecrets,
  expectNoSecret,
  headers,
  key,
  mark,
  useSecretService,
} from "./planted-secrets.ts";
import { answer } from "./raw-server.ts";

const service = useSecretService();

test("a key typed in the wrong place is not repeated", async () => {
  service.reply = () => answer(404, "Not Found");
  for (const argv of [
    ["--api-key", key, "machines", "list"],
    [key],
    ["machines", key],
    [key, key],
    ["help", key],
    ["login", "lab", service.baseUrl, key],
    ["login", key],
    ["login", key, service.baseUrl],
    ["profiles", "show", key],
    ["profiles", "use", key],
    ["profiles", "set", "lab", key],
    ["profiles", "rename", key, "x"],
    ["profiles", "env", key],
    ["--profile", key, "machines", "list"],
    ["--url", key, "machines", "list"],
    ["--output", key, "machines", "list"],
    ["--api-key-file", key, "machines", "list"],
    ["--ca-cert", key, "machines", "list"],
    ["--config-dir", key, "profiles", "list"],
    ["machines", "get", key],
    ["machines", "list", "--where", key],
    ["machines", "list", "--query", key],
    ["machines", "list", "--columns", key],
    ["machines", "deploy", "abc123", "--set", key],
    ["config", "get", key],
    ["config", "describe", key],
    ["tokens", "delete", key],
    ["logout", key],
    ["api", "GET", key],
    ["files", "get", key],
    ["completion", key],
  ]) {
    for (const extra of [[], ["-o", "json"]]) {
      const { stderr } = await service.runLine([...argv, ...extra]);
      expectNoSecret(stderr, argv.join(" ").replaceAll(key, "KEY"));
    }
  }
  const settings = "PROFILE URL OUTPUT TIMEOUT CA_CERT CONFIG_DIR SIGNATURE";
  for (const name of settings.split(" ").map((setting) => `SVC_${setting}`)) {
    const { stderr } = await service.runLine(["machines", "list"], { env: { [name]: key } });
    expectNoSecret(stderr, name);
  }
});

test("the key of a stored profile is sent only to its own service", async () => {
  service.reply = ({ head }) =>
    head.includes("/version")
      ? answer(200, '"2.0"')
      : answer(200, JSON.stringify([answerWithSecrets]), headers);
  const env = { SVC_API_KEY: "", SVC_URL: "", SVC_CONFIG_DIR: join(service.folder, "stored") };
  const login = ["login", "lab", service.baseUrl, "--api-key-file", service.keyFile, "--debug"];
  for (const argv of [
    login,
    [...login, "--force", "-o", "json"],
    ...outputFormats.flatMap((form) => [
      ["profiles", "list", "-o", form],
      ["profiles", "show", "-o", form],
    ]),
    ["profiles", "current"],
    ["profiles", "set", "lab", "output=yaml"],
    ["profiles", "rename", "lab", "old"],
    ["machines", "list", "--debug", "-v"],
    ["machines", "list", "--curl"],
    ["profiles", "remove", "none"],
    ["logout"],
  ]) {
    const { stdout, stderr } = await service.runLine(argv, { env });
    expectNoSecret(stdout + stderr, argv.join(" "));
  }
});

test("the password of a proxy appears in no message", async () => {
  for (const form of ["http://user:MARK@127.0.0.1:1", "http://user:MARK@[bad", "user:MARK@127.0.0.1:1"]) {
    const proxy = form.replace("MARK", mark);
    const { stderr } = await service.runLine(["machines", "list", "--debug", "--retries", "1"], {
      env: { SVC_URL: "http://svc.example/SVC", HTTP_PROXY: proxy, http_proxy: proxy },
    });
    expectNoSecret(stderr, proxy);
  }
});
