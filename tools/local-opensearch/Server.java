import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.util.io.IOUtils;
import org.opensearch.http.HttpServerTransport;
import org.opensearch.index.mapper.MapperExtrasPlugin;
import org.opensearch.index.reindex.ReindexPlugin;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.Plugin;
import org.opensearch.transport.Netty4Plugin;

/**
 * Serves OpenSearch as a single node on free ports of 127.0.0.1. The argument is the folder of its data, which it deletes when it
 * ends. Prints its HTTP port when it can index and search, and ends when its standard input is closed.
 */
public final class Server extends Node {
  private static final List<Class<? extends Plugin>> PLUGINS =
      List.of(Netty4Plugin.class, CommonAnalysisPlugin.class, MapperExtrasPlugin.class, ReindexPlugin.class);

  public static void main(String[] args) {
    try {
      // The log goes to standard output by default, but only the port may be there.
      PrintStream output = System.out;
      System.setOut(System.err);
      serve(Path.of(args[0]), output);
      System.exit(0);
    } catch (Exception error) {
      // Not its trace: an error of the caller shows only the last lines of the log.
      for (Throwable cause = error; cause != null; cause = cause.getCause()) System.err.println(cause);
      System.exit(1);
    }
  }

  private static void serve(Path folder, PrintStream output) throws Exception {
    Settings settings =
        Settings.builder()
            .put("path.home", folder)
            .put("network.host", "127.0.0.1")
            .put("http.port", 0)
            .put("transport.port", 0)
            .put("discovery.type", "single-node")
            // Otherwise it refuses to write when the disk of the machine is nearly full.
            .put("cluster.routing.allocation.disk.threshold_enabled", false)
            .build();
    try (Server server = new Server(settings)) {
      server.start();
      server.client().admin().cluster().prepareHealth().setWaitForGreenStatus().get();
      HttpServerTransport http = server.injector().getInstance(HttpServerTransport.class);
      output.println(http.boundAddress().publishAddress().getPort());
      while (System.in.read() != -1) {}
    }
    IOUtils.rm(folder);
  }

  private Server(Settings settings) {
    super(InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> "local"), PLUGINS, false);
  }
}
