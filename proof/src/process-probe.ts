/* Loaded into the server before it starts. It answers how much memory the process has. */

process.on('message', () => process.send?.(process.memoryUsage.rss()))
// The channel must not keep the server from ending.
process.channel?.unref()
