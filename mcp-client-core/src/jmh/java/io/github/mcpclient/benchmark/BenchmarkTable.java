package io.github.mcpclient.benchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs the benchmarks and prints one table: each figure as a share of its peers', beside
 * the target. Ends with status 1 if a target is missed. Peers are measured in turn within
 * each round, so that a machine that gets slower gets slower for all of them.
 */
public final class BenchmarkTable {

	private static final String OURS = "mcpClient";

	private final List<String> rows = new ArrayList<>();

	private final int rounds;

	private boolean missed;

	private BenchmarkTable(int rounds) {
		this.rounds = rounds;
	}

	public static void main(String[] args) throws Exception {
		BenchmarkTable table = new BenchmarkTable((args.length > 0) ? Integer.parseInt(args[0]) : 3);
		table.measure();
		System.out.println();
		System.out.printf("%-34s %12s   %s%n", "benchmark", "calls/s", "ratio (target)");
		table.rows.forEach(System.out::println);
		System.exit(table.missed ? 1 : 0);
	}

	private void measure() throws Exception {
		compare("HTTP JSON reply, 1 thread", "HttpBenchmark", "/json", 1,
				Map.of("floor", 0.8, "sdk", 1.8, "langChain4j", 1.2));
		compare("HTTP JSON reply, 16 threads", "HttpBenchmark", "/json", 16,
				Map.of("floor", 0.8, "sdk", 2.5, "langChain4j", 2.5));
		compare("HTTP SSE reply, 1 thread", "HttpBenchmark", "/sse", 1, Map.of("floor", 0.7, "sdk", 1.8));
		compare("HTTP SSE reply, 16 threads", "HttpBenchmark", "/sse", 16, Map.of("floor", 0.7, "sdk", 1.8));
		compare("stdio, 1 thread", "StdioBenchmark", null, 1, Map.of("floor", 0.9, "sdk", 1.8, "langChain4j", 1.0));
		compare("stdio, 16 threads", "StdioBenchmark", null, 16, Map.of("floor", 0.8, "langChain4j", 1.0));
		allocation();
		facade();
		footprint();
	}

	private void compare(String title, String benchmark, String path, int threads, Map<String, Double> targets)
			throws RunnerException {
		List<String> clients = new ArrayList<>(new TreeMap<>(targets).keySet());
		clients.add(OURS);
		Map<String, List<Double>> scores = new TreeMap<>();
		for (int round = 0; round < this.rounds; round++) {
			for (String client : clients) {
				RunResult result = run(benchmark + "\\." + client + "$", path, threads);
				scores.computeIfAbsent(client, (name) -> new ArrayList<>()).add(result.getPrimaryResult().getScore());
			}
		}
		double ours = median(scores.get(OURS));
		StringBuilder ratios = new StringBuilder();
		new TreeMap<>(targets).forEach((peer, target) -> {
			double ratio = ours / median(scores.get(peer));
			ratios.append(verdict("%.2f × %s (≥ %.1f)".formatted(ratio, peer, target), ratio >= target));
		});
		this.rows.add("%-34s %,12.0f   %s".formatted(title, ours, ratios));
	}

	private void allocation() throws RunnerException {
		double floor = allocated("floor");
		double ratio = allocated(OURS) / floor;
		row("allocation a call over HTTP", "%.2f × floor (≤ 1.5)".formatted(ratio), ratio <= 1.5);
	}

	/**
	 * What facade and policy add to a call, as a share of a call over stdio.
	 */
	private void facade() throws RunnerException {
		double bare = nanos("FacadeBenchmark.bare");
		double facade = nanos("FacadeBenchmark.facade");
		double call = nanos("StdioBenchmark.mcpClient");
		double share = (facade - bare) / call;
		row("facade and policy", "%.1f %% of a call over stdio, %.0f ns (≤ 5 %%)".formatted(100 * share, facade - bare),
				share <= 0.05);
		double listing = nanos("FacadeBenchmark.cachedTools");
		row("listTools from cache", "%.0f ns (≤ 1 µs)".formatted(listing), listing <= 1_000);
	}

	private void footprint() throws Exception {
		long start = Footprint.startOfSlowServers();
		row("start of 50 servers of 500 ms", "%d ms (≤ 1,500 ms)".formatted(start), start <= 1_500);
		Footprint.PerServer http = Footprint.ofHttpServers();
		row("100 HTTP servers", "%d threads (≤ 8), %d KiB each (≤ 150)".formatted(http.threads(), http.kibibytes()),
				http.threads() <= 8 && http.kibibytes() <= 150);
		long failures = Footprint.failuresOfStdioCalls(1_000_000);
		row("a million calls over stdio", "%d failures (0)".formatted(failures), failures == 0);
	}

	private void row(String title, String figure, boolean met) {
		this.rows.add("%-34s %12s   %s".formatted(title, "", verdict(figure, met)));
	}

	private static double nanos(String benchmark) throws RunnerException {
		double perSecond = run(benchmark.replace(".", "\\.") + "$", null, 1).getPrimaryResult().getScore();
		return 1e9 / perSecond;
	}

	private double allocated(String client) throws RunnerException {
		RunResult result = new Runner(options("HttpBenchmark\\." + client + "$", "/json", 1)
			.addProfiler(GCProfiler.class)
			.build()).runSingle();
		return result.getSecondaryResults().get("gc.alloc.rate.norm").getScore();
	}

	private static RunResult run(String include, String path, int threads) throws RunnerException {
		return new Runner(options(include, path, threads).build()).runSingle();
	}

	private static ChainedOptionsBuilder options(String include, String path, int threads) {
		ChainedOptionsBuilder options = new OptionsBuilder().include(include)
			.threads(threads)
			.forks(1)
			.warmupIterations(2)
			.warmupTime(TimeValue.seconds(2))
			.measurementIterations(3)
			.measurementTime(TimeValue.seconds(1))
			.shouldFailOnError(true);
		return (path != null) ? options.param("path", path) : options;
	}

	private String verdict(String ratio, boolean met) {
		this.missed |= !met;
		return ratio + (met ? "  " : " MISSED  ");
	}

	private static double median(List<Double> values) {
		return values.stream().sorted().toList().get(values.size() / 2);
	}

}
