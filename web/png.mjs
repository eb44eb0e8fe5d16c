// Makes PNG files small: pictures of pages have few colours, and a palette of 256 of them takes a third of the room.
import { deflateSync, inflateSync } from "node:zlib";

const crcTable = Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; ++k) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});

function crc(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = crcTable[(value ^ byte) & 255] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

function paeth(left, up, corner) {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** The pixels of a PNG file with 8 bits for each of red, green and blue, as Chromium writes it. */
function pixels(file) {
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const depth = { 2: 3, 6: 4 }[file[25]];
  if (file[24] !== 8 || file[28] !== 0 || !depth) throw new Error("not a PNG file of the expected kind");
  const parts = [];
  for (let at = 8; at < file.length; ) {
    const size = file.readUInt32BE(at);
    if (file.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(file.subarray(at + 8, at + 8 + size));
    at += size + 12;
  }
  const data = inflateSync(Buffer.concat(parts));
  const stride = width * depth;
  let above = Buffer.alloc(stride);
  const colours = new Uint32Array(width * height);
  for (let y = 0; y < height; ++y) {
    const filter = data[y * (stride + 1)];
    const row = data.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1));
    for (let i = 0; i < stride; ++i) {
      const [left, corner] = i < depth ? [0, 0] : [row[i - depth], above[i - depth]];
      const guess = [0, left, above[i], (left + above[i]) >> 1, paeth(left, above[i], corner)][filter];
      row[i] = (row[i] + guess) & 255;
    }
    for (let x = 0; x < width; ++x)
      colours[y * width + x] = (row[x * depth] << 16) | (row[x * depth + 1] << 8) | row[x * depth + 2];
    above = row;
  }
  return { width, height, colours };
}

function distance(a, b) {
  const part = (shift) => ((a >> shift) & 255) - ((b >> shift) & 255);
  return part(16) ** 2 + part(8) ** 2 + part(0) ** 2;
}

/** The file with 256 colours at most: of similar ones the most frequent, and the others become the nearest of these. */
export function withPalette(file) {
  const { width, height, colours } = pixels(file);
  const counts = new Map();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const byFrequency = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([colour]) => colour);
  const groups = new Map(); // the rare shades of letters would leave no room for a colour that few letters have
  for (const colour of byFrequency) if (!groups.has(colour & 0xe0e0e0)) groups.set(colour & 0xe0e0e0, colour);
  const palette = [...new Set([...byFrequency.slice(0, 256 - Math.min(groups.size, 128)), ...groups.values()])].slice(0, 256);
  const index = new Map(palette.map((colour, i) => [colour, i]));
  const indexOf = (colour) => {
    let found = index.get(colour);
    if (found === undefined) {
      found = palette.reduce((best, each, i) => (distance(colour, each) < distance(colour, palette[best]) ? i : best), 0);
      index.set(colour, found);
    }
    return found;
  };
  const rows = Buffer.alloc((width + 1) * height); // each begins with its filter, 0
  for (let y = 0; y < height; ++y)
    for (let x = 0; x < width; ++x) rows[y * (width + 1) + 1 + x] = indexOf(colours[y * width + x]);
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    file.subarray(0, 8),
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
