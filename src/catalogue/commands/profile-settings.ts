/** What a profile stores besides its key: `svc profiles set` changes it. */
export const profileSettings = {
  url: "address of the service, with its name segment",
  signature: "OAuth signature method: plaintext or hmac-sha1",
  addressing: "address operations as path or query; detected by svc login",
  output: "default output format",
  "ca-cert": "certificate authority to trust (PEM)",
  insecure: "true: do not verify the service's certificate",
  "clock-offset": "added to this computer's time for signing",
} as const;

export type ProfileSetting = keyof typeof profileSettings;
