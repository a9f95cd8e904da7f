import { expect, test } from "vitest";
import { readLines } from "#worker/commands/read-lines.ts";

/** Yields the bytes in chunks of the given size, like a file stream. */
async function* pieces(bytes: Uint8Array, size: number) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function read(text: string | Uint8Array, size = 7) {
  const lines = [];
  for await (const line of readLines(pieces(Buffer.from(text), size))) lines.push(line);
  return lines;
}

test.each([1, 2, 3, 64])("lines are complete when the file is read in chunks of %i bytes", async (size) => {
  const lines = ["", "a", "“Ünïcode” \u2028 🦊", "", "last"];
  expect(await read(lines.join("\n"), size)).toEqual(lines);
  expect(await read("one\r\ntwo\n", size)).toEqual(["one\r", "two"]);
  expect(await read("", size)).toEqual([]);
});

test("a line that is not UTF-8 is a problem, and the lines around it are read", async () => {
  const latin1 = Buffer.from("Caf\xe9", "latin1");
  const file = Buffer.concat([Buffer.from("Café\n"), latin1, Buffer.from("\nCafé")]);
  expect(await read(file)).toEqual(["Café", { problem: "not UTF-8" }, "Café"]);
});

test("a line that is too long is not kept in memory, and the next line is read", async () => {
  const piece = Buffer.alloc(1_000_000, "a");
  let most = 0;
  async function* file() {
    for (let sent = 0; sent < 700; sent++) {
      yield piece;
      most = Math.max(most, process.memoryUsage().arrayBuffers);
    }
    yield Buffer.from("\nnext");
  }
  const before = process.memoryUsage().arrayBuffers;
  const lines = [];
  for await (const line of readLines(file())) lines.push(line);
  expect(lines).toEqual([{ problem: "longer than 16 MB" }, "next"]);
  expect(most - before).toBeLessThan(50_000_000);
});
