import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run as runCommand } from '@boardwalk/local-mongo/command'
import { cacheFolder, pythonWith } from '@boardwalk/local-mongo/python-environment'

const OPENAPI_GENERATOR = '7.25.0'
const OPENAPI_PYTHON_CLIENT = '0.29.1'
const OAPI_CODEGEN = '2.8.2'
export const OGEN = '1.25.0'
/** The last versions for Node 20. */
const ORVAL = '7.13.2'
const HEY_API = '0.90.10'

/** A compiler may have to compile all dependencies first. */
const TIMEOUT_MS = 30 * 60 * 1000
/** The lines of a compiler's error. */
const LINES_MAX = 30

/** Runs a command and answers what it printed on both outputs: generators print their warnings on either. */
export async function run(
  [program = '', ...args]: string[],
  where: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<string> {
  const { stdout, stderr } = await runCommand(program, args, TIMEOUT_MS, { ...where, linesMax: LINES_MAX })
  return `${stdout}${stderr}`
}

/** Where the clients are made, and of which document. */
export interface Workshop {
  document: string
  /** A new folder. Each generator writes into a folder of its own name in it. */
  folder: string
}

/** A program that makes a client out of the document. */
export interface Generator {
  name: string
  /** The programs that it needs. */
  needs: readonly string[]
  /** Writes the pattern that finds the method of an operation in the generated code. */
  findMethod(operation: string): RegExp
  /** Makes the client. Throws if it failed or left something out. */
  generate(workshop: Workshop): Promise<void>
}

const toSnake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const toPascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** How each language of openapi-generator begins the method of an operation. */
const methods: Record<string, Generator['findMethod']> = {
  python: (name) => new RegExp(`def ${toSnake(name)}\\(`),
  java: (name) => new RegExp(`public \\w+ ${name}\\(`),
  go: (name) => new RegExp(`\\) ${toPascal(name)}\\(ctx`),
  rust: (name) => new RegExp(`pub async fn ${toSnake(name)}\\(`),
  php: (name) => new RegExp(`public function ${name}\\(`),
  ruby: (name) => new RegExp(`def ${toSnake(name)}\\(`),
  csharp: (name) => new RegExp(`Task<\\S+> ${toPascal(name)}Async\\(`),
  kotlin: (name) => new RegExp(`fun ${name}\\(`),
  'typescript-fetch': (name) => new RegExp(`async ${name}\\(`),
}

/**
 * The languages whose clients refuse a new member of an answer without this option of openapi-generator. A guide, values-and-limits.md,
 * tells its readers.
 */
const closedLanguages = ['go', 'java']
const openMembers = { disallowAdditionalPropertiesIfNotPresent: false }

/** Makes all clients of openapi-generator in one process of Java. */
async function generateBatch({ document, folder }: Workshop): Promise<string> {
  const jar = await findJar()
  const files = await Promise.all(
    Object.keys(methods).map(async (name) => {
      const file = join(folder, `${name}.json`)
      const additionalProperties = closedLanguages.includes(name) ? openMembers : {}
      const options = { generatorName: name, inputSpec: document, outputDir: join(folder, name), additionalProperties }
      await writeFile(file, JSON.stringify(options))
      return file
    }),
  )
  try {
    return await run(['java', '-jar', jar, 'batch', ...files], { cwd: folder })
  } catch (error) {
    // One language failed, and the log names it. The others are there.
    return String(error)
  }
}

/** Finds the program in the cache folder. Maven brings it on first use. */
async function findJar(): Promise<string> {
  const name = `openapi-generator-cli-${OPENAPI_GENERATOR}.jar`
  const jar = join(cacheFolder(), name)
  if (existsSync(jar)) return jar
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-jar-'))
  const artifact = `org.openapitools:openapi-generator-cli:${OPENAPI_GENERATOR}`
  await run(['mvn', '-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`], {
    cwd: folder,
  })
  // A run that is ended meanwhile leaves no half of the file under its name.
  const draft = `${jar}.${process.pid}.draft`
  await mkdir(cacheFolder(), { recursive: true, mode: 0o700 })
  await copyFile(join(folder, name), draft)
  await rename(draft, jar)
  await rm(folder, { recursive: true })
  return jar
}

function listOpenapiGenerators(): Generator[] {
  let batch: Promise<string> | undefined
  return Object.entries(methods).map(([name, findMethod]) => ({
    name,
    needs: ['java', 'mvn'],
    findMethod,
    async generate(workshop) {
      batch ??= generateBatch(workshop)
      const log = await batch
      const failure = log.split('\n').find((line) => line.includes(`Generation failed for ${name}:`))
      if (failure !== undefined) throw new Error(failure.slice(0, 300))
      if (!existsSync(join(workshop.folder, name))) throw new Error(log.slice(-2000))
    },
  }))
}

/** Finds a Python with openapi-python-client and all that both clients in Python need. */
export const findPython = (): Promise<string> =>
  pythonWith(
    {
      name: 'openapi-python-client',
      version: OPENAPI_PYTHON_CLIENT,
      folder: `openapi-python-client-${OPENAPI_PYTHON_CLIENT}`,
      minors: { min: 10, max: 14 },
      pip: ['pydantic==2.14.3', 'urllib3==2.8.0', 'python-dateutil==4.0.0'],
    },
    { log: (line) => process.stderr.write(`${line}\n`) },
  )

const openapiPythonClient: Generator = {
  name: 'openapi-python-client',
  needs: ['python3'],
  // Each operation has a file.
  findMethod: (name) => new RegExp(`^# .*/${toSnake(name)}\\.py$`, 'm'),
  async generate({ document, folder }) {
    const program = join(dirname(await findPython()), 'openapi-python-client')
    const config = join(folder, 'openapi-python-client.yml')
    // Otherwise it warns that it finds no program that formats its files, and that it knows none of the types of CVs.
    const overrides = {
      'application/pdf': 'application/octet-stream',
      'application/vnd.oasis.opendocument.text': 'application/octet-stream',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'application/octet-stream',
    }
    const settings = { post_hooks: [], content_type_overrides: overrides }
    // JSON is YAML, too.
    await writeFile(config, JSON.stringify(settings))
    const output = join(folder, this.name)
    const log = await run(
      [program, 'generate', '--path', document, '--output-path', output, '--meta', 'none', '--config', config],
      { cwd: folder },
    )
    // It ends with 0 if it leaves out an operation.
    if (/warning|error/i.test(log)) throw new Error(log)
  },
}

const oapiCodegen: Generator = {
  name: 'oapi-codegen',
  needs: ['go'],
  findMethod: (name) => new RegExp(`\\*Client\\) ${toPascal(name)}\\(ctx`),
  async generate({ document, folder }) {
    const cwd = join(folder, this.name)
    const program = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v${OAPI_CODEGEN}`
    await mkdir(cwd)
    await run(['go', 'run', program, '-generate', 'types,client', '-package', 'board', '-o', 'board.go', document], {
      cwd,
    })
  },
}

const openapiTypescript: Generator = {
  name: 'openapi-typescript',
  needs: ['node'],
  findMethod: (name) => new RegExp(`^ {4}${name}: \\{$`, 'm'),
  async generate({ document, folder }) {
    const program = fileURLToPath(new URL('../../node_modules/openapi-typescript/bin/cli.js', import.meta.url))
    await run(['node', program, document, '--output', join(folder, this.name, 'board.ts')], { cwd: folder })
  },
}

const ogen: Generator = {
  name: 'ogen',
  needs: ['go'],
  findMethod: (name) => new RegExp(`\\*Client\\) ${toPascal(name)}\\(ctx`),
  async generate({ document, folder }) {
    const cwd = join(folder, this.name)
    await mkdir(cwd)
    await run(
      ['go', 'run', `github.com/ogen-go/ogen/cmd/ogen@v${OGEN}`, '--package', 'board', '--target', '.', document],
      {
        cwd,
      },
    )
  },
}

const orval: Generator = {
  name: 'orval',
  needs: ['npx'],
  findMethod: (name) => new RegExp(`export const ${name} = async \\(`),
  async generate({ document, folder }) {
    const output = join(folder, this.name, 'board.ts')
    await run(['npx', '--yes', `orval@${ORVAL}`, '--input', document, '--output', output, '--client', 'fetch'], {
      cwd: folder,
    })
  },
}

const heyApi: Generator = {
  name: 'hey-api',
  needs: ['npx'],
  findMethod: (name) => new RegExp(`export const ${name} = `),
  async generate({ document, folder }) {
    const packages = [`@hey-api/openapi-ts@${HEY_API}`, 'typescript@5.9'].map((name) => `--package=${name}`)
    const options = ['--input', document, '--output', this.name, '--client', '@hey-api/client-fetch']
    await run(['npx', '--yes', ...packages, 'openapi-ts', ...options], { cwd: folder })
  },
}

/** All generators that are tried. */
export const listGenerators = (): Generator[] => [
  ...listOpenapiGenerators(),
  openapiPythonClient,
  oapiCodegen,
  ogen,
  openapiTypescript,
  orval,
  heyApi,
]

/** Reads the generated source files, each after a line with its path. */
export async function readSources(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && /\.(py|java|go|rs|php|rb|cs|kt|ts)$/.test(entry.name))
  const texts = files.map(async (entry) => {
    const path = join(entry.parentPath, entry.name)
    return `# ${path}\n${await readFile(path, 'utf8')}`
  })
  return (await Promise.all(texts)).join('\n')
}
