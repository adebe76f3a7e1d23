//! A database to test on; dropping it removes it.

use crate::postgres::Cluster;
use std::sync::Arc;

/// A database to test on.
pub enum Place {
    Sqlite(tempfile::TempDir),
    Postgres(#[allow(dead_code, reason = "held so that the cluster runs")] Arc<Cluster>, String),
}

impl Place {
    pub fn sqlite() -> Place {
        Place::Sqlite(tempfile::tempdir().unwrap())
    }

    pub fn postgres() -> Place {
        let cluster = Cluster::shared();
        let address = cluster.database();
        Place::Postgres(cluster, address)
    }

    pub fn address(&self) -> String {
        match self {
            Place::Sqlite(folder) => format!("sqlite:{}", folder.path().join("store.db").display()),
            Place::Postgres(_, address) => address.clone(),
        }
    }
}

/// Makes one test a database out of a test of any.
#[macro_export]
macro_rules! on_both {
    ($($name:ident;)*) => {
        mod sqlite { $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)] async fn $name() {
            super::$name(super::Place::sqlite()).await;
        })* }
        mod postgresql { $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)] async fn $name() {
            super::$name(super::Place::postgres()).await;
        })* }
    };
}
