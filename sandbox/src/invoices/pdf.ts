/** Draws the simulated invoice as a PDF of one page, with the reader's own Chinese font. */

/** Text as UTF-16, which the font's encoding UniGB-UCS2-H reads. */
const hex = (text: string): string => Buffer.from(text, "utf16le").swap16().toString("hex");

const LEFT = 60;
const TOP = 340;
const LINE = 30;
const TITLE_SIZE = 20;
const TEXT_SIZE = 12;

/** Returns the bytes of a PDF whose first line is the title. */
export function invoicePdf(lines: readonly string[]): Buffer {
  const shown = lines.map((line, at) => {
    const size = at === 0 ? TITLE_SIZE : TEXT_SIZE;
    return `BT /F1 ${size} Tf ${LEFT} ${TOP - at * LINE} Td <${hex(line)}> Tj ET`;
  });
  const content = shown.join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 400] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>",
    "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /FontDescriptor 7 0 R /DW 1000 >>",
    "<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>",
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, "0");
  });
  const start = text.length;
  const table = offsets.map((offset) => `${offset} 00000 n \n`).join("");
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}
