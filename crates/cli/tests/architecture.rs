//! The direction of dependencies between the crates, as ARCHITECTURE.md prints it. Cargo itself refuses only cycles;
//! a crate low in the order that needs one above it would still build.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The crates in groups from low to high. A crate may depend on crates of the groups before its own.
const ORDER: &str = "core ← search ← games ← wire ← play ← insight, engine, client ← lab ← server, tui ← cli";
/// Only for tests: no crate depends on it except as a dev-dependency, and it stands directly above this crate.
const TEST_ONLY: (&str, &str) = ("testkit", "search");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A workspace crate's folder: `breadboard-core` is `core`, the program is `cli`.
fn short(package: &str) -> Option<&str> {
    if package == "breadboard" { Some("cli") } else { package.strip_prefix("breadboard-") }
}

/// The group that a crate stands in; dependencies go to lower groups.
fn group(name: &str) -> usize {
    let position = |name: &str| ORDER.split(" ← ").position(|group| group.split(", ").any(|one| one == name));
    let found =
        if name == TEST_ONLY.0 { position(TEST_ONLY.1).map(|group| group + 1) } else { position(name) };
    found.unwrap_or_else(|| panic!("crate {name} has no place in the order: {ORDER}"))
}

fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--no-deps"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

#[test]
fn dependencies_between_crates_point_one_way() {
    let packages = packages();
    assert!(packages.len() >= 8, "only {} crates were found", packages.len());
    for package in &packages {
        let name = short(package["name"].as_str().unwrap()).unwrap();
        let rank = group(name);
        for dependency in package["dependencies"].as_array().unwrap() {
            let is_dev = dependency["kind"] == "dev";
            let Some(other) = short(dependency["name"].as_str().unwrap()).filter(|_| !is_dev) else {
                continue;
            };
            assert!(other != TEST_ONLY.0, "{name} needs {other} outside its tests");
            assert!(group(other) < rank, "{name} must not depend on {other}: the order is {ORDER}");
        }
    }
}

#[test]
fn every_third_party_version_stands_in_the_workspace_manifest() {
    for package in packages() {
        let manifest = std::fs::read_to_string(package["manifest_path"].as_str().unwrap()).unwrap();
        let mut in_dependencies = false;
        for line in manifest.lines() {
            if line.starts_with('[') {
                in_dependencies = line.ends_with("dependencies]");
            } else if in_dependencies && line.contains('=') && !line.starts_with('#') {
                let shared = line.contains("workspace = true");
                assert!(shared, "{}: write the version into the root's Cargo.toml: {line}", package["name"]);
            }
        }
    }
}

#[test]
fn the_architecture_document_prints_this_order() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    assert!(text.contains(&format!("`{ORDER}`")), "ARCHITECTURE.md does not print `{ORDER}`");
}
