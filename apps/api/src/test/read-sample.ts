/**
 * Reads the value of one sample, such as `boardwalk_mails_total{kind="password"}`, from metrics in the text format of
 * Prometheus. NaN if it is not there.
 */
export function readSample(metrics: string, sample: string): number {
  const line = metrics.split('\n').find((each) => each.startsWith(`${sample} `))
  return Number(line?.slice(sample.length + 1) ?? Number.NaN)
}
