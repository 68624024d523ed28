/**
 * The uploads of the cases. A refused body loses no upload (contract, Files), so the next body for the same use gets it: to upload
 * and to check an image anew for each body took a quarter of the suite's time.
 */
export class Uploads {
  /** By use: those that were in no body, or only in refused ones. */
  readonly #unused = new Map<string, Set<string>>()
  /** The use of each upload that belongs to no record yet. */
  readonly #useOf = new Map<string, string>()

  /**
   * An upload for a body.
   * @param use the person and the field that it is for: an upload is valid for these only
   * @param upload uploads a file. @returns its id
   */
  async take(use: string, upload: () => Promise<string>): Promise<string> {
    const unused = this.#unused.get(use) ?? new Set<string>()
    this.#unused.set(use, unused)
    const [known] = unused
    if (known !== undefined) {
      unused.delete(known)
      return known
    }
    const id = await upload()
    this.#useOf.set(id, use)
    return id
  }

  /** After each call: the uploads of a refused body are free again, those of an accepted one belong to a record. */
  settle(body: unknown, isRefused: boolean): void {
    if (typeof body === 'string') {
      const use = this.#useOf.get(body)
      if (use === undefined) return
      const unused = this.#unused.get(use)!
      if (isRefused) unused.add(body)
      else {
        unused.delete(body)
        this.#useOf.delete(body)
      }
    } else if (typeof body === 'object' && body !== null)
      for (const value of Object.values(body)) this.settle(value, isRefused)
  }
}
