import { addLicenseKey } from "../model/settings/license-keys.ts";
import { addScript } from "../model/settings/scripts.ts";
import { addSshKey } from "../model/settings/ssh-keys.ts";
import { addSslKey } from "../model/settings/ssl-keys.ts";
import { findUser } from "../state/access.ts";
import type { World } from "../state/world.ts";

/** Public parts only: a certificate and a key whose private half nobody holds. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBijCCATGgAwIBAgIUXo99pdZwHkBU4/cLoHaprD5vTLYwCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPc2FuZGJveC5leGFtcGxlMCAXDTI2MTEyMTAyMDkwOVoYDzIx
MjYxMDI4MDIwOTA5WjAaMRgwFgYDVQQDDA9zYW5kYm94LmV4YW1wbGUwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAARbmgfW4Oh2f7Sgl0JlbD9GP25VeH0eibR+PogD
Dq/vKurgyqAd9CMVOtGIAt/Hq7OTLg4tBpQpmXrTMeM9Mj4do1MwUTAdBgNVHQ4E
FgQUzNorbus+lmawEXttwyIvK+CxP2wwHwYDVR0jBBgwFoAUzNorbus+lmawEXtt
wyIvK+CxP2wwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiBwYjRm
xWxAMVG9JFtyg5wVoYhtR9eWmX2a1OJwFrGSjgIgOLZlxM8ZTFmK34YpdCOab84T
TPaWt8JzxorqAhe3P78=
-----END CERTIFICATE-----
`;

const sshKey =
  "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILetVnR3yDdWqrmlQrK+BPd9uuJRFdhfIgcNdNjMR3nc admin@sandbox";

/** What the administrator of a new sandbox has stored: a file, keys, a script and a second API key. */
export function seedSettings(world: World): void {
  const admin = findUser(world, "admin");
  if (admin === undefined) return;
  const { settings } = world.state;
  settings.files.push({
    owner: admin.username,
    filename: "seed.txt",
    key: "00da2a47-8552-40d2-9b2c-7624c7915acc",
    content: Buffer.from("stored in the sandbox\n").toString("base64"),
  });
  addSshKey(world, admin.username, sshKey);
  addSslKey(world, admin.username, certificate);
  addLicenseKey(world, {
    osystem: "windows",
    distroSeries: "win2022",
    licenseKey: "AAAAA-BBBBB-CCCCC-DDDDD-EEEEE",
  });
  addScript(world, "50-burn-in", Buffer.from("#!/bin/sh\nsleep 1\n"));
  admin.tokens.push({
    key: "automation00000001",
    secret: world.random.token(32),
    consumerKey: world.random.token(18),
    name: "automation",
  });
}
