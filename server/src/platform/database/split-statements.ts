/** Splits files of SQL into statements. */

/** A text, a quoted name, a body between dollar signs, a comment, the end of a statement, or anything else. */
const PIECE =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|--[^\n]*|\/\*[\s\S]*?\*\/|;|[^'"$\-/;]+|[\s\S]/g;
const isComment = (piece: string): boolean => piece.startsWith("--") || piece.startsWith("/*");

/**
 * Returns the statements of a text of SQL without the semicolons between them; what has only comments is left
 * out. It knows neither texts with backslashes (`E'…'`) nor nested comments nor `BEGIN ATOMIC`.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let statement = "";
  let isEmpty = true;
  const end = () => {
    if (!isEmpty) statements.push(statement.trim());
    statement = "";
    isEmpty = true;
  };
  for (const [piece] of sql.matchAll(PIECE)) {
    if (piece === ";") {
      end();
      continue;
    }
    statement += piece;
    isEmpty &&= isComment(piece) || piece.trim() === "";
  }
  end();
  return statements;
}
