//! Tasks that go on by themselves. They are boxed, because the code of the runtime is compiled again for every type of
//! task, and a server starts tasks in two dozen places.

use std::pin::Pin;
use tokio::task::JoinHandle;

/// Starts a task.
pub(crate) fn spawn<T: Send + 'static>(task: impl Future<Output = T> + Send + 'static) -> JoinHandle<T> {
    let task: Pin<Box<dyn Future<Output = T> + Send>> = Box::pin(task);
    tokio::spawn(task)
}
