/** An answer whose JSON was made where its data lies: `serve` passes the text through the envelope unread. */

/** `T` is what the text parses to; whoever renders it answers for that no field leaves undeclared. */
export class Rendered<T> {
  /** Never set: it only ties the text to its type. */
  declare readonly value?: T;
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}
