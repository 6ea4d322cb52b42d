using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "worker", worker = .worker),
    (name = "internet", network = (allow = ["private"])),
  ],
);

const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  bindings = [
    (name = "apiKey", fromEnvironment = "API_KEY"),
    (name = "baseUrl", fromEnvironment = "BASE_URL"),
  ],
  compatibilityDate = "2025-01-01",
);
