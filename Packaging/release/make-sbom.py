#!/usr/bin/env python3
"""make-sbom.py VERSION FOLDER: FOLDER/clustersnap-VERSION-linux-ARCHITECTURE.spdx.json, the packages of Debian that the wheel's libraries
are of and the files of a release, as SPDX 2.3. The wheel was built before, so that build/wheel is there."""
import datetime
import hashlib
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import urllib.parse

version, folder = sys.argv[1], pathlib.Path(sys.argv[2])
moment = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
licenses = pathlib.Path(f"build/wheel/clustersnap-{version}.dist-info/licenses")
# The source packages that archives were built from, with their versions.
built = dict(line.split() for line in (pathlib.Path(os.environ.get("ARCHIVES") or "build/archives") / "versions").read_text().splitlines())


# Names of Debian's files of copyrights whose SPDX names differ. https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
SPDX = {"Expat": "MIT", "expat": "MIT", "zlib": "Zlib", "zlib/libpng": "Zlib", "public-domain": "LicenseRef-public-domain", "PD": "LicenseRef-public-domain"}
# Of packages whose file has another form; as Packaging/LICENSES.md has it.
DECLARED = {
    "libcairo2-dev": "LGPL-2.1-only OR MPL-1.1", "pixman": "MIT", "libfontconfig-dev": "HPND", "libwebp-dev": "BSD-3-Clause",
}


def spdx(name):
    """The SPDX name of a license by Debian's; a name of our own where there is none."""
    if name in SPDX:
        return SPDX[name]
    gnu = re.fullmatch(r"(L?GPL|GFDL)-?([0-9.]+)(\+?)", name)
    if gnu:
        version = gnu[2] if "." in gnu[2] else gnu[2] + ".0"
        return f"{gnu[1]}-{version}-{'or-later' if gnu[3] else 'only'}"
    if re.fullmatch(r"(Apache-2\.0|BSD-[23]-clause|MPL-[12]\.[01]|ISC|Zlib|FTL|MIT|X11|IJG|HPND|OFL-1\.1|CC0-1\.0|BSL-1\.0)", name, re.I):
        return name.replace("clause", "Clause")
    return "LicenseRef-" + (re.sub(r"[^A-Za-z0-9.-]+", "-", name).strip("-") or "unnamed")


def licenses_of(text):
    """All licenses that a file of copyrights in Debian's format names, as an SPDX expression."""
    if not re.match(r"Format: ", text):
        return "NOASSERTION"
    names = {word for line in re.findall(r"^License: *(\S.*)$", text, re.M) for word in re.split(r",? +(?:and|or|AND|OR) +", line.strip())}
    return " AND ".join(sorted({spdx(name) for name in names})) or "NOASSERTION"


def release():
    """The name of Debian's release, such as bookworm, and its architecture."""
    names = dict(line.rstrip().split("=", 1) for line in open("/etc/os-release") if "=" in line)
    architecture = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True).stdout.strip()
    return f"arch={architecture}&distro={names.get('VERSION_CODENAME', 'sid').strip(chr(34))}"


def package(name, version, license="NOASSERTION", **more):
    return {
        "SPDXID": "SPDXRef-" + "".join(letter if letter.isalnum() or letter in ".-" else "-" for letter in name), "name": name,
        "versionInfo": version, "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": "NOASSERTION",
        "licenseDeclared": license, "copyrightText": "NOASSERTION", **more,
    }


packages = [package("clustersnap", version, "MIT")]
qualifiers = release()
for text in sorted(licenses.glob("*.txt")):
    found = built.get(text.stem) or subprocess.run(
        ["dpkg-query", "-W", "-f", "${Version}", text.stem], capture_output=True, text=True, check=True).stdout
    origin = "arch=source&" + qualifiers.split("&")[1] if text.stem in built else qualifiers
    name, number = (urllib.parse.quote(word, safe="") for word in (text.stem, found))
    packages.append(package(text.stem, found, DECLARED.get(text.stem) or licenses_of(text.read_text(errors="replace")), externalRefs=[{
        "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": f"pkg:deb/debian/{name}@{number}?{origin}",
    }]))
swift = subprocess.run([os.environ.get("SWIFT", "swift"), "--version"], capture_output=True, text=True, check=True).stdout.split("Swift version ")[1].split(" ")[0]
packages.append(package("swift-runtime", swift, "Apache-2.0 WITH Swift-exception"))
files = []
for path in sorted(folder.iterdir()):
    if path.suffix != ".json" and path.name != "SHA256SUMS":
        data = path.read_bytes()
        files.append({
            "SPDXID": f"SPDXRef-File-{len(files) + 1}", "fileName": "./" + path.name, "licenseConcluded": "NOASSERTION", "copyrightText": "NOASSERTION",
            "checksums": [{"algorithm": "SHA256", "checksumValue": hashlib.sha256(data).hexdigest()}, {"algorithm": "SHA1", "checksumValue": hashlib.sha1(data).hexdigest()}],
        })
created = datetime.datetime.fromtimestamp(moment, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-clustersnap"}]
relations += [{"spdxElementId": "SPDXRef-clustersnap", "relationshipType": "CONTAINS", "relatedSpdxElement": one["SPDXID"]} for one in packages[1:]]
relations += [{"spdxElementId": one["SPDXID"], "relationshipType": "GENERATED_FROM", "relatedSpdxElement": "SPDXRef-clustersnap"} for one in files]
namespace = hashlib.sha256(json.dumps([packages, files]).encode()).hexdigest()
document = {
    "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"clustersnap-{version}",
    "documentNamespace": f"urn:clustersnap:{namespace}", "creationInfo": {"created": created, "creators": ["Tool: make-sbom.py"]},
    "packages": packages, "files": files, "relationships": relations,
}
# Names of our own need a text each.
own = sorted({name for one in packages for name in re.findall(r"LicenseRef-[A-Za-z0-9.-]+", one["licenseDeclared"])})
document["hasExtractedLicensingInfos"] = [
    {"licenseId": name, "extractedText": "See the file of copyrights of the package, in the folder licenses of the wheel."} for name in own]
(folder / f"clustersnap-{version}-linux-{platform.machine()}.spdx.json").write_text(json.dumps(document, indent=1) + "\n")
