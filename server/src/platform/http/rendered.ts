/**
 * A response whose JSON the database has already built: `serve` puts the text into the envelope
 * unparsed.
 */

/** `T` is the type of the parsed text; the code that renders it must not add undeclared fields. */
export class Rendered<T> {
  /** Never set: it only binds the text to its type. */
  declare readonly value?: T;
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}
