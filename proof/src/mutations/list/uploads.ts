import { mistakes } from '../mutation.ts'

const arriving = 'apps/api/src/site/arriving-forms.test.ts'
const admission = 'apps/api/src/http/admission.test.ts'
const upload = 'apps/api/src/feature/cv/upload.test.ts'
const uploadStore = 'apps/api/src/feature/cv/upload-store.test.ts'
const limit = 'apps/api/src/feature/cv/limit.test.ts'
const freeSpace = 'apps/api/src/free-space.test.ts'

/** What bounds the memory and the disk that uploads take. */
export const uploads = [
  mistakes('apps/api/src/http/arriving-bodies.ts', arriving, {
    'bodies: held without end. Clients that stall in large bodies end the process.': [
      'if (heldBytes > uploadLimits.bodyBytes) endOne(arriving.values())',
      '',
    ],
    'bodies: as many from an address as it sends. One address takes all the space for bodies.': [
      'if (ofAddress.length > uploadLimits.bodiesOfAddress) endOne(ofAddress)',
      '',
    ],
    'bodies: one of another address is ended. Somebody else’s upload breaks off for those of a crowd.': [
      'endOne(ofAddress)',
      'endOne(arriving.values())',
    ],
    'bodies: the one that moves is ended. Clients that stall keep everybody else from sending.': [
      'if (waiting > most)',
      'if (most < 0 || waiting < most)',
    ],
    'bodies: one that has sent nothing waits for nothing. Clients that open forms and send nothing keep everybody else from sending.':
      ['(body.bytes + MOVED_BYTES) *', 'body.bytes *'],
    'bodies: counted for good. After some thousand uploads the process takes none.': [
      "res.once('close', () => hold(-body.bytes))",
      '',
    ],
  }),
  mistakes('apps/api/src/http/rest.ts', arriving, {
    'bodies: those of the API are not counted. A caller with a key fills the memory.': [
      'await readJsonBody(req, onReading)',
      'await readJsonBody(req, () => {})',
    ],
  }),
  mistakes('apps/api/src/http/admission.ts', admission, {
    'admission: a withheld body makes a request none. Callers get as much work done at once as they like.': [
      'if (!isAnswered(res, req) && !isArriving(req)) working++',
      'if (req.complete && !isAnswered(res, req)) working++',
    ],
    'admission: a body that is waited for is work. Clients that stall keep everybody else out.': [
      'if (!isAnswered(res, req) && !isArriving(req)) working++',
      'if (!isAnswered(res, req)) working++',
    ],
  }),
  mistakes('apps/api/src/back-office.ts', arriving, {
    'bodies: a stranger’s is as large as an administrator’s. Anybody has 1 MiB kept with each request.': [
      'const STRANGER_BYTES_MAX = 16 * 1024',
      'const STRANGER_BYTES_MAX = limits.bodyBytes',
    ],
  }),
  mistakes('apps/api/src/site/apply.ts', arriving, {
    'form: its file is read although its address is over the limit. The limit saves nothing.': [
      'waitSeconds === undefined && !deps.freeSpace.isLow()',
      '!deps.freeSpace.isLow()',
    ],
  }),
  mistakes('apps/api/src/site/apply.ts', freeSpace, {
    'form: its file is read although there is no space. CVs fill the disk of the database.': [
      'waitSeconds === undefined && !deps.freeSpace.isLow()',
      'waitSeconds === undefined',
    ],
  }),
  mistakes('apps/api/src/site/spool.ts', arriving, {
    'spool: files keep their names. A crash leaves CVs on the machine for good.': ['    await unlink(path)\n', ''],
    'spool: files in memory. A few hundred CVs that arrive end the process.': [
      'await file.appendFile(chunk).catch(fail)',
      'head.push(chunk)',
    ],
  }),
  mistakes('apps/api/src/site/apply.ts', arriving, {
    'spool: files stay open. After some thousand CVs the process opens no connection.': ['await form.close()', ''],
  }),
  mistakes('apps/api/src/feature/cv/service/upload.ts', upload, {
    'cv: each sending of a form keeps one. Somebody fills the database with forms that are never right.': [
      'for (const kept of replaced) if',
      'for (const kept of replaced.slice(0, 0)) if',
    ],
    'cv: a replaced one is removed though a form took it. An application loses the CV that was promised.': [
      'if (await deps.cvUploads.condemnReplaced(kept)) await discardCv(deps, kept)',
      'await discardCv(deps, kept)',
    ],
  }),
  mistakes('apps/api/src/feature/cv/upload-store.ts', uploadStore, {
    'cv: taking leaves no mark. An application loses the CV that was promised.': [
      '{ $set: { until, isTaken: true } }',
      '{ $set: { until } }',
    ],
  }),
  mistakes('apps/api/src/feature/cv/upload-store.ts', 'apps/api/src/test/company-filter.test.ts', {
    'cv: one of another company is replaced. A company touches the rows of another.': [
      '{ _id: cvId, companyId, isTaken: { $ne: true } }',
      '{ _id: cvId, isTaken: { $ne: true } }',
    ],
  }),
  mistakes('apps/api/src/feature/cv/limit-store.ts', limit, {
    'cv: an address keeps as much as it sends. One address fills the database within hours.': [
      '(await takeAndFindWait(ofAddress, address, points)) !== undefined ||',
      '',
    ],
    'cv: a company keeps as much as comes. Many addresses fill the database within hours.': [
      'points)) !== undefined ||\n        (await takeAndFindWait(ofCompany, companyId, points)) !== undefined',
      'points)) !== undefined',
    ],
    'cv: what an address may not keep counts for its company. One address takes the space of all applicants of a company.':
      [
        '(await takeAndFindWait(ofAddress, address, points)) !== undefined ||\n        (await takeAndFindWait(ofCompany, companyId, points)) !== undefined',
        '(await takeAndFindWait(ofCompany, companyId, points)) !== undefined ||\n        (await takeAndFindWait(ofAddress, address, points)) !== undefined',
      ],
  }),
  mistakes('apps/api/src/feature/cv/store.ts', 'apps/api/src/feature/cv/store.test.ts', {
    'cv: a missing chunk is no error. A company stores half a CV and does not know it.': [
      'missing === 0 ? null : new Error(`the CV ${cvId} lacks ${missing} bytes`)',
      'null',
    ],
  }),
  mistakes('apps/api/src/free-space.ts', freeSpace, {
    'free space: that of the emptiest shard. CVs fill the disk of another.': [
      'Math.min(...known)',
      'Math.max(...known)',
    ],
    'free space: low for good. Nobody sends a CV until every process is restarted.': [
      'low.delete(place)',
      'low.add(place)',
    ],
  }),
].flat()
