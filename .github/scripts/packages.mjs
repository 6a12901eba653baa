import { execFileSync } from "node:child_process";
import {
  existsSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";

/**
 * Makes a .deb and an .rpm of the build, for the Node of the system, and of the executable in dist/standalone or the folder that
 * `--standalone` names, if there is one. They are written to dist/packages or the folder that is given. One tree gives the same bytes.
 */
const root = join(import.meta.dirname, "../..");
const read = (path) => readFileSync(join(root, path));
const { version } = JSON.parse(read("package.json"));

/** For the Node of the system. */
const ofNode = () => ({
  name: "svc",
  other: "svc-standalone",
  about: "It runs with the Node of the system.",
  deb: { arch: "all", needs: "nodejs (>= 20.19), nodejs (<< 21) | nodejs (>= 22.3)" },
  rpm: {
    arch: "noarch",
    needs: "((nodejs(engine) >= 20.19 with nodejs(engine) < 21) or nodejs(engine) >= 22.3)",
  },
  files: [
    ["usr/share/svc/bin/svc.js", read("bin/svc.js").toString().replace(/^#!.*/, "#!/usr/bin/node"), 0o755],
    ["usr/share/svc/bin/package.json", read("bin/package.json")],
    ["usr/share/svc/dist/svc.js", read("dist/svc.js")],
    ["usr/share/svc/dist/sandbox.js", read("dist/sandbox.js")],
  ],
  links: [["usr/bin/svc", "../share/svc/bin/svc.js"]],
  licences: ["LICENSE", "dist/THIRD-PARTY-NOTICES.txt"].map((path) => join(root, path)),
});

const architectures = { x64: ["amd64", "x86_64"], arm64: ["arm64", "aarch64"] };

/** With a Node of its own. `folder`: what `npm run build:standalone` made. */
function ofExecutable(folder) {
  const [deb, rpm] = architectures[process.arch] ?? [process.arch, process.arch];
  return {
    name: "svc-standalone",
    other: "svc",
    about: "It contains the Node that it runs with.",
    deb: { arch: deb, needs: "libc6 (>= 2.28), libstdc++6, libgcc-s1, libatomic1" },
    rpm: { arch: rpm },
    files: [["usr/bin/svc", readFileSync(join(folder, "svc")), 0o755]],
    links: [],
    licences: ["LICENSE", "THIRD-PARTY-NOTICES.txt", "NODE-LICENSE.txt"].map((name) => join(folder, name)),
  };
}

/** Where Debian's and Fedora's programs look for what is not at one place in both. */
const places = {
  deb: { zsh: "usr/share/zsh/vendor-completions", licences: "usr/share/doc", license: "copyright" },
  rpm: { zsh: "usr/share/zsh/site-functions", licences: "usr/share/licenses", license: "LICENSE" },
};

/** Compressed files by path: they are the same in all packages. */
const compressed = new Map();

function packed(path) {
  const bytes = compressed.get(path) ?? gzipSync(read(path), { level: 9 });
  compressed.set(path, bytes);
  return bytes;
}

/** Paths, contents, and modes that are not 644. */
function filesOf({ name, files, licences }, { zsh, licences: folder, license }) {
  return [
    ...files,
    ["usr/share/bash-completion/completions/svc", read("completions/svc.bash")],
    [`${zsh}/_svc`, read("completions/_svc")],
    ["usr/share/fish/vendor_completions.d/svc.fish", read("completions/svc.fish")],
    ...readdirSync(join(root, "man")).map((page) => [
      `usr/share/man/man${page.at(-1)}/${page}.gz`,
      packed(`man/${page}`),
    ]),
    ...licences.map((path) => [
      `${folder}/${name}/${basename(path).replace(/^LICENSE$/, license)}`,
      readFileSync(path),
    ]),
    [`usr/share/doc/${name}/changelog.gz`, packed("CHANGELOG.md")],
  ];
}

/** Writes the files with the modes and times that they are installed with. */
function stage(folder, files, links, seconds) {
  for (const [path, content, mode = 0o644] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content, { mode });
  }
  for (const [path, target] of links) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(target, join(folder, path));
  }
  for (const path of readdirSync(folder, { recursive: true }))
    lutimesSync(join(folder, path), seconds, seconds);
}

const summary = "command-line tool for operators of bare-metal fleets";
const description = ({ about }) => [
  "svc enlists, commissions, tests, allocates, deploys and releases machines",
  "through the Provisioning Service API, and manages networks, DNS, boot images,",
  `keys, configuration and events. ${about}`,
];

/** Of xz: higher ones take five times as long to save 8 %. */
const level = 1;

/** Folders that belong to a package with all that is in them. */
const wholeFolder = /^(usr\/share\/(?:svc|(?:doc|licenses)\/[^/]+))\/.*$/;

const formats = {
  deb(one, staged, files, output) {
    const { arch, needs } = one.deb;
    const kilobytes = files.reduce((sum, [, content]) => sum + Math.ceil(content.length / 1024), 0);
    const control = [
      `Package: ${one.name}`,
      `Version: ${version}-1`,
      `Architecture: ${arch}`,
      "Maintainer: the svc contributors",
      `Installed-Size: ${kilobytes}`,
      `Depends: ${needs}`,
      // Daemontools has a /usr/bin/svc too.
      `Conflicts: ${one.other}, daemontools`,
      "Section: admin",
      "Priority: optional",
      `Description: ${summary}`,
      ...description(one).map((line) => ` ${line}`),
    ];
    stage(join(staged, "DEBIAN"), [["control", `${control.join("\n")}\n`]], [], 0);
    const target = join(output, `${one.name}_${version}-1_${arch}.deb`);
    run("dpkg-deb", "--root-owner-group", "-Zxz", `-z${level}`, "--build", staged, target);
    return target;
  },
  rpm(one, staged, files, output) {
    const { arch, needs } = one.rpm;
    const paths = [...files, ...one.links].map(([path]) => `/${path.replace(wholeFolder, "$1")}`);
    const spec = [
      "%global debug_package %{nil}",
      "%global __os_install_post %{nil}",
      "%global _build_id_links none",
      `Name: ${one.name}`,
      `Version: ${version}`,
      "Release: 1",
      `Summary: ${summary}`,
      "License: MIT",
      // rpmbuild finds the libraries that an executable needs.
      ...(needs === undefined ? [] : ["AutoReqProv: no", `Requires: ${needs}`]),
      `Conflicts: ${one.other}, daemontools`,
      "%description",
      ...description(one),
      "%install",
      `cp -a '${staged}/.' '%{buildroot}/'`,
      "%files",
      "%defattr(-,root,root)",
      ...[...new Set(paths)].map((path) => path.replace(/^(?=\/usr\/share\/licenses)/, "%license ")),
    ];
    const top = `${staged}.rpmbuild`;
    mkdirSync(top);
    writeFileSync(join(top, "svc.spec"), `${spec.join("\n")}\n`);
    const macros = {
      _topdir: top,
      _rpmdir: output,
      _rpmfilename: "%%{NAME}-%%{VERSION}-%%{RELEASE}.%%{ARCH}.rpm",
      _binary_payload: `w${level}.xzdio`,
      _buildhost: "localhost",
      use_source_date_epoch_as_buildtime: "1",
      clamp_mtime_to_source_date_epoch: "1",
    };
    const defined = Object.entries(macros).flatMap(([name, value]) => ["--define", `${name} ${value}`]);
    run("rpmbuild", "-bb", "--quiet", "--target", arch, ...defined, join(top, "svc.spec"));
    return join(output, `${one.name}-${version}-1.${arch}.rpm`);
  },
};

function run(program, ...words) {
  try {
    execFileSync(program, words, { stdio: "pipe", encoding: "utf8" });
  } catch (error) {
    if (error.code === "ENOENT") throw new Error(`${program} is not installed`);
    throw new Error(`${program}: ${error.stderr}`);
  }
}

/** The time that all files have: SOURCE_DATE_EPOCH, or that of the latest commit. */
function sourceSeconds() {
  const { SOURCE_DATE_EPOCH } = process.env;
  if (SOURCE_DATE_EPOCH !== undefined) return SOURCE_DATE_EPOCH;
  return execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: root, encoding: "utf8" }).trim();
}

const { values, positionals } = parseArgs({
  options: { standalone: { type: "string" } },
  allowPositionals: true,
});
const output = resolve(positionals[0] ?? join(root, "dist/packages"));
const standalone = resolve(values.standalone ?? join(root, "dist/standalone"));
const work = mkdtempSync(join(tmpdir(), "svc-packages-"));
try {
  process.umask(0o022);
  process.env.SOURCE_DATE_EPOCH = sourceSeconds();
  const hasExecutable = existsSync(join(standalone, "svc"));
  if (!hasExecutable && values.standalone !== undefined) throw new Error(`${standalone} has no svc`);
  mkdirSync(output, { recursive: true });
  for (const one of [ofNode(), ...(hasExecutable ? [ofExecutable(standalone)] : [])])
    for (const [format, build] of Object.entries(formats)) {
      const staged = join(work, `${one.name}.${format}`);
      const files = filesOf(one, places[format]);
      stage(staged, files, one.links, Number(process.env.SOURCE_DATE_EPOCH));
      console.error(`packages: ${build(one, staged, files, output)}`);
    }
  if (!hasExecutable)
    console.error(
      "packages: none of an executable: 'npm run build:standalone' makes one, with Node 26, and then run this again",
    );
} catch (error) {
  console.error(`packages: not made: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
