const userDataStart =
  /^[ \t\r\n]*(?:#!|#cloud-config|#include|#cloud-boothook|#part-handler|#upstart-job|## template: *jinja|#ps1|rem cmd|<powershell>|<script>|content-type:|mime-version:|from )/i;

/** True for formats of cloud-init and its Windows counterpart, and for empty data, which clears the field. */
export const isUserData = (data: Buffer): boolean =>
  data.length === 0 ||
  (data[0] === 0x1f && data[1] === 0x8b) ||
  userDataStart.test(data.subarray(0, 4096).toString("latin1"));

export const userDataFault =
  "begins with neither #! nor #cloud-config nor a MIME header: cloud-init ignores it";
