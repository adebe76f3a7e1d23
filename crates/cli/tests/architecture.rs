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

/// CONTRIBUTING asks for a row with the reason for every dependency.
#[test]
fn the_architecture_document_says_why_there_is_each_dependency() {
    let read = |name: &str| std::fs::read_to_string(root().join(name)).unwrap();
    let (manifest, document) = (read("Cargo.toml"), read("ARCHITECTURE.md"));
    let (_, list) = manifest.split_once("[workspace.dependencies]\n").unwrap();
    let list = list.split_once("\n[").map_or(list, |(list, _)| list);
    let names = list.lines().filter_map(|line| line.split_once([' ', '.', '=']).map(|(name, _)| name));
    let third_party: Vec<&str> =
        names.filter(|name| !name.starts_with('#') && !name.starts_with("breadboard")).collect();
    assert!(third_party.contains(&"serde") && third_party.len() > 20, "{third_party:?}");
    let rows: Vec<&str> =
        document.lines().filter_map(|line| line.strip_prefix("| ")?.split('|').next()).collect();
    let word = |row: &str, name: &str| row.split([',', ' ', '(', ')']).any(|word| word == name);
    for name in third_party {
        assert!(rows.iter().any(|row| word(row, name)), "ARCHITECTURE.md has no row for {name}");
    }
}

/// The lines of a section of a manifest.
fn section<'a>(manifest: &'a str, name: &str) -> Vec<&'a str> {
    let (_, rest) =
        manifest.split_once(&format!("[{name}]\n")).unwrap_or_else(|| panic!("no section {name}"));
    rest.lines().take_while(|line| !line.starts_with('[')).filter(|line| !line.is_empty()).collect()
}

/// The package in Python stands outside the workspace and writes the lints again.
#[test]
fn the_lints_are_the_same_everywhere() {
    let read = |name: &str| std::fs::read_to_string(root().join(name)).unwrap();
    let (workspace, package) = (read("Cargo.toml"), read("crates/py/Cargo.toml"));
    for kind in ["rust", "clippy"] {
        let wanted = section(&workspace, &format!("workspace.lints.{kind}"));
        assert!(wanted.len() > 1, "{wanted:?}");
        assert_eq!(section(&package, &format!("lints.{kind}")), wanted, "crates/py/Cargo.toml: lints.{kind}");
    }
}

/// The package in Python and the browser app stand outside the workspace and write its version again.
#[test]
fn the_version_is_the_same_everywhere() {
    let line = format!("version = \"{}\"", env!("CARGO_PKG_VERSION"));
    let package = std::fs::read_to_string(root().join("crates/py/Cargo.toml")).unwrap();
    assert!(package.lines().any(|one| one == line), "crates/py/Cargo.toml: {line}");
    let app = std::fs::read_to_string(root().join("web/package.json")).unwrap();
    let app: Value = serde_json::from_str(&app).unwrap();
    assert_eq!(app["version"], env!("CARGO_PKG_VERSION"), "web/package.json");
    let minimum = |text: &str| {
        text.lines().find_map(|one| one.strip_prefix("rust-version = ")).map(str::to_owned).unwrap()
    };
    let workspace = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
    assert_eq!(minimum(&package), minimum(&workspace), "crates/py/Cargo.toml: rust-version");
}

#[test]
fn the_architecture_document_prints_this_order() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    assert!(text.contains(&format!("`{ORDER}`")), "ARCHITECTURE.md does not print `{ORDER}`");
}
