import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'

interface Locked {
  version?: string
  engines?: { node?: string }
  hasInstallScript?: boolean
}
interface Manifest {
  engines: { node: string }
  allowScripts: Record<string, boolean>
}

const read = <Content>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as Content
const manifest = read<Manifest>('package.json')
/** Every package that an installation on any platform can contain, by its folder. */
const packages = Object.entries(read<{ packages: Record<string, Locked> }>('package-lock.json').packages).filter(
  ([folder]) => folder.startsWith('node_modules/'),
)
const nameOf = (folder: string) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Required without types: they would be one more package, for one test. */
const { minVersion, satisfies } = createRequire(import.meta.url)('semver') as {
  minVersion: (range: string) => { version: string }
  satisfies: (version: string, range: string) => boolean
}
const oldest = minVersion(manifest.engines.node).version

describe('what npm ci installs', () => {
  it('runs on the oldest Node that the README promises, with every package and on every platform', () => {
    const promised = /Node (\d+\.\d+) or later/.exec(readFileSync('README.md', 'utf8'))?.[1]
    expect(oldest).toBe(`${promised}.0`)
    const excluding = packages
      .filter(([, { engines }]) => engines?.node !== undefined && !satisfies(oldest, engines.node))
      .map(([folder, { version, engines }]) => `${folder} ${version} needs Node ${engines?.node}`)
    expect(packages.length).toBeGreaterThan(500)
    expect(excluding).toEqual([])
  })

  it('has a decision about each package that wants to run a script, so that npm asks for none', () => {
    const scripted = [...new Set(packages.flatMap(([folder, one]) => (one.hasInstallScript ? nameOf(folder) : [])))]
    expect(scripted.toSorted()).toEqual(Object.keys(manifest.allowScripts).toSorted())
  })
})
