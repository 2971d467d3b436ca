#!/usr/bin/env python3
"""make-sbom.py VERSION FOLDER: FOLDER/clustersnap-VERSION.spdx.json, the packages of Debian that the wheel holds libraries of and the
files of a release, as SPDX 2.3. The wheel was built before, so that build/wheel is there."""
import datetime
import hashlib
import json
import os
import pathlib
import subprocess
import sys

version, folder = sys.argv[1], pathlib.Path(sys.argv[2])
moment = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
licenses = pathlib.Path(f"build/wheel/clustersnap-{version}.dist-info/licenses")


def package(name, version, license="NOASSERTION", **more):
    return {
        "SPDXID": "SPDXRef-" + "".join(letter if letter.isalnum() or letter in ".-" else "-" for letter in name), "name": name,
        "versionInfo": version, "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": "NOASSERTION",
        "licenseDeclared": license, "copyrightText": "NOASSERTION", **more,
    }


packages = [package("clustersnap", version, "MIT")]
for text in sorted(licenses.glob("*.txt")):
    found = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", text.stem], capture_output=True, text=True, check=True).stdout
    packages.append(package(text.stem, found, externalRefs=[{
        "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": f"pkg:deb/debian/{text.stem}@{found}",
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
(folder / f"clustersnap-{version}.spdx.json").write_text(json.dumps(document, indent=1) + "\n")
