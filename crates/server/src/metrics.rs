//! Figures for Prometheus. No card, no name and no amount of a person is among them.

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

/// What is counted.
pub struct Metrics {
    registry: Registry,
    /// Commands put to tables.
    pub commands: Counter,
    /// Requests over HTTP.
    pub requests: Counter,
    /// Answers that were our fault.
    pub failures: Counter,
    /// Sockets that are open.
    pub sockets: Gauge,
    /// Seconds from a command to its committed answer.
    pub command_seconds: Histogram,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut registry = Registry::with_prefix("queenhigh");
        let metrics = Metrics {
            registry: Registry::default(),
            commands: Counter::default(),
            requests: Counter::default(),
            failures: Counter::default(),
            sockets: Gauge::default(),
            command_seconds: Histogram::new(exponential_buckets(0.0005, 2.0, 15)),
        };
        registry.register(
            "commands",
            "Commands put to tables",
            metrics.commands.clone(),
        );
        registry.register("requests", "Requests over HTTP", metrics.requests.clone());
        let failures = metrics.failures.clone();
        registry.register("failures", "Answers with a status of 500 or more", failures);
        registry.register("sockets", "Open sockets", metrics.sockets.clone());
        let seconds = metrics.command_seconds.clone();
        let help = "Seconds from a command to its committed answer";
        registry.register("command_seconds", help, seconds);
        Metrics {
            registry,
            ..metrics
        }
    }
}

impl Metrics {
    /// As Prometheus reads it.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        // Writing to a text does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
