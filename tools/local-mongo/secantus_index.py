"""Makes SecantusDB's Python server use its indexes as MongoDB does. `secantus_server.py` imports it.

The server would choose the index of the first clause that has one, read all that the index finds, and sort it, also if the query has
a limit. It would read a whole collection for $or, and leave out the ends of a descending range. With this file, a query with a limit
reads an index in the order of its sort and stops at the limit, another query takes the index that finds least, and a count reads
index entries only.
"""

import heapq
import re
from datetime import datetime
from itertools import chain, islice

from bson import Int64, ObjectId, Regex
from secantus.commands import _HANDLERS
from secantus.projection import apply_projection_batch
from secantus.query import matches
from secantus.sortkey import COMPOUND_SEP, encode_value_directed
from secantus.storage import (
    _ENTRY_SEP,
    _IDX_ENTRIES_TABLE,
    Storage,
    _escape_kb,
    _id_point_lookup_keys,
    _sparse_index_usable,
)

SIMPLE = (str, int, float, ObjectId, datetime)
RANGE = {'$gt': '$lt', '$gte': '$lte', '$lt': '$gt', '$lte': '$gte'}
PREFIX = re.compile(r'\^((?:[^\\^$.*+?()\[\]{}|]|\\[^\w])+)')
# One query reads an index at this many places at most.
PLACES_MAX = 1000


class Plan:
    """The part of an index that a filter needs.

    `places` are the values of its first fields, encoded, and a range of the next field. `rest` are the fields without a fixed value.
    `fields` are those of the filter that it serves, and `single` those with one value. `is_exact` if it finds no other rows.
    """

    def __init__(self, name, key, is_multikey, is_exact):
        self.name, self.rest, self.is_multikey, self.is_exact = name, dict(key), is_multikey, is_exact
        self.places, self.fields, self.single = [([], {})], set(), set()

    def narrow(self, field, spans):
        """Takes what the filter allows for the next field. False if that is no fixed value, so that no further field counts."""
        direction = self.rest[field]
        self.fields.add(field)
        if not all('$eq' in span for span in spans):
            self.places = [(values, encode_span(span, direction)) for values, _ in self.places for span in spans]
            return False
        del self.rest[field]
        if len(spans) == 1:
            self.single.add(field)
        encoded = dict.fromkeys(encode_value_directed(span['$eq'], direction) for span in spans)
        self.places = [([*values, value], {}) for values, _ in self.places for value in encoded]
        return True


def encode_span(span, direction):
    return {
        RANGE.get(op, op) if direction == -1 else op: encode_value_directed(value, direction)
        for op, value in span.items()
    }


def read_spans(clause, is_multikey):
    """Lists the values and ranges that a clause allows, and whether it allows exactly these. None if an index cannot serve it."""
    if clause == {'$exists': False}:
        # An index has an absent field as null.
        return [{'$eq': None}], False
    if not isinstance(clause, dict):
        clause = {'$in': [clause]}
    if '$in' in clause:
        spans = [read_span(value) for value in clause['$in']]
        if None in spans:
            return None, False
        # A value may also be in the range of a pattern.
        return spans, len(clause) == 1 and all('$eq' in span for span in spans)
    span = {op: end for op, end in clause.items() if (op in RANGE or op == '$eq') and isinstance(end, SIMPLE)}
    # Two elements of an array may meet one end each.
    span = dict(islice(span.items(), 1 if is_multikey else None))
    is_exact = '$eq' in span or len({type(end) for end in span.values()}) < len(span)
    return [span] if span else None, is_exact and len(span) == len(clause)


def read_span(value):
    if isinstance(value, SIMPLE):
        return {'$eq': value}
    is_plain = isinstance(value, (Regex, re.Pattern)) and value.flags & ~re.UNICODE == 0
    prefix = is_plain and PREFIX.fullmatch(value.pattern)
    if not prefix:
        return None
    start = re.sub(r'\\(.)', r'\1', prefix[1])
    return {'$gte': start, '$lt': start + '\U0010ffff'}


def split(filter):
    """Splits a filter into the clauses of fields and the lists of $or, also those of $and."""
    fields, alternatives = {}, []
    for name, clause in filter.items():
        if name == '$and':
            for inner, others in map(split, clause):
                fields = {**inner, **fields}
                alternatives += others
        elif name == '$or':
            alternatives.append(clause)
        elif not name.startswith('$'):
            fields[name] = clause
    return fields, alternatives


def make_plans(self, db, coll, fields):
    """Makes a plan for each index that can serve some of the fields, the one that serves most of them first."""
    plans = []
    partials, options = self._partial_filters(db, coll), self._index_options_map(db, coll)
    for name, key, sparse, _unique in self._all_indexes(db, coll):
        partial = partials.get(name)
        if options.get(name, {}).get('collation') or not {*key.values()} <= {1, -1}:
            continue
        if sparse and not _sparse_index_usable(key, fields):
            continue
        if partial is not None and not implies(self, fields, partial):
            continue
        is_multikey = self.index_is_multikey(db, coll, name)
        plan = Plan(name, key, is_multikey, not (is_multikey or sparse or partial))
        for field in key:
            spans, is_exact = read_spans(fields[field], is_multikey) if field in fields else (None, False)
            if spans is None or len(plan.places) * len(spans) > PLACES_MAX:
                break
            plan.is_exact = plan.is_exact and is_exact
            if not plan.narrow(field, spans):
                break
        plans.append(plan)
    return sorted(plans, key=lambda plan: -len(plan.fields))


def implies(self, fields, partial):
    """Whether all rows that a filter finds are in a partial index. A field that has a value or is in a range exists."""
    left = {
        field: clause
        for field, clause in partial.items()
        if clause != {'$exists': True} or read_spans(fields.get(field), False)[0] in (None, [{'$eq': None}])
    }
    return self._query_implies_partial(fields, left)


def read_entries(self, db, coll, plan, place, is_reversed=False):
    """Reads one place of an index in its order: of each entry, what follows the fixed values, and the record id."""
    values, span = place
    start = _escape_kb(COMPOUND_SEP.join([*values, b''] if plan.rest and values else values))
    prefix = start if plan.rest else start + _ENTRY_SEP
    low = next((start + _escape_kb(span[op]) for op in ('$gt', '$gte', '$eq') if op in span), prefix)
    high = next((start + _escape_kb(span[op]) for op in ('$lt', '$lte', '$eq') if op in span), None)

    def is_at(packed, end):
        return packed.startswith((end + _ENTRY_SEP, end + _escape_kb(COMPOUND_SEP)))

    self._session()
    cursor = self._tls.session.open_cursor(_IDX_ENTRIES_TABLE)
    try:
        cursor.set_key(db, coll, plan.name, (high or prefix) + b'\xff' * 24 if is_reversed else low)
        side = cursor.search_near()
        step = cursor.prev if is_reversed else cursor.next
        if side not in (-1, 0, 1) or ((side == 1 if is_reversed else side == -1) and step() != 0):
            return
        while True:
            at_db, at_coll, at_name, packed = cursor.get_key()
            if at_name != plan.name or at_coll != coll or at_db != db or not packed.startswith(prefix):
                return
            is_before = packed < low or ('$gt' in span and is_at(packed, low))
            is_after = high is not None and packed >= high and ('$lt' in span or not is_at(packed, high))
            if is_before if is_reversed else is_after:
                return
            if not is_before and not is_after:
                yield packed[len(start):], int.from_bytes(packed[-8:], 'big', signed=True)
            if step() != 0:
                return
    finally:
        cursor.close()


def read_ids(self, db, coll, plan):
    return (record for place in plan.places for _, record in read_entries(self, db, coll, plan, place))


try_index_id_keys = Storage._try_index_id_keys


def find_ids(self, db, coll, filter, **rest):
    """Finds the record ids of the rows that may match, by the index that finds least. Replaces the choice by the order of clauses."""
    fields, alternatives = split(filter)
    if '_id' in fields and _id_point_lookup_keys(fields['_id']) is not None:
        return try_index_id_keys(self, db, coll, {'_id': fields['_id']}, **rest)
    if fields == filter and all(isinstance(clause, SIMPLE) for clause in fields.values()):
        # The quick way for the most frequent filters: values that the first fields of one index have.
        found = self._try_compound_eq_id_keys(db, coll, filter, **rest)
        if found is not None:
            return found
    plans = [plan for plan in make_plans(self, db, coll, fields) if plan.fields]
    ways = [
        read_ids(self, db, coll, plan)
        for place, plan in enumerate(plans)
        if not any(plan.fields <= better.fields for better in plans[:place])
    ]
    for branches in alternatives:
        found = [find_branch(self, db, coll, {**filter, **branch}, fields) for branch in branches]
        if None not in found:
            ways.append(chain(*found))
    if not ways or any(rest.values()):
        return try_index_id_keys(self, db, coll, filter, **rest)
    # The ways are read side by side. The first that ends has found least.
    taken = [[] for _ in ways]
    while True:
        for way, ids in zip(ways, taken):
            part = list(islice(way, 100))
            ids += part
            if len(part) < 100:
                return list(dict.fromkeys(ids))


def find_branch(self, db, coll, filter, outer):
    """Reads the record ids of one branch of an $or. None if no index serves a clause of the branch itself."""
    fields, _ = split(filter)
    if '_id' in fields and _id_point_lookup_keys(fields['_id']) is not None:
        return try_index_id_keys(self, db, coll, {'_id': fields['_id']})
    inner = {name for name, clause in fields.items() if name not in outer or outer[name] != clause}
    plans = [plan for plan in make_plans(self, db, coll, fields) if plan.fields & inner]
    best = max(plans, key=lambda plan: len(plan.fields & inner), default=None)
    return None if best is None else read_ids(self, db, coll, best)


Storage._try_index_id_keys = find_ids


def find_order(self, db, coll, filter, sort):
    """Finds a plan that reads the rows in the order of a sort: the plan, whether backwards, and whether it serves all clauses."""
    for plan in make_plans(self, db, coll, split(filter)[0]):
        order = [(field, direction) for field, direction in sort.items() if field not in plan.single]
        key = list(plan.rest.items())[: len(order)]
        turned = [(field, -direction) for field, direction in key]
        if order in (key, turned) and not plan.is_multikey:
            return plan, order != key, plan.fields == {*filter}
    return None


def read_in_order(self, db, coll, filter, sort, skip, limit, let):
    """Reads the first rows of a sort in the order of an index. None if there is no such index, or if few of its rows match."""
    branches = filter['$or'] if list(filter) == ['$or'] else [filter]
    found = [find_order(self, db, coll, branch, sort) for branch in branches]
    if None in found or len({is_reversed for _, is_reversed, _ in found}) > 1:
        return None
    is_reversed = found[0][1]
    places = [
        read_entries(self, db, coll, plan, place, is_reversed) for plan, _, _ in found for place in plan.places
    ]
    entries = heapq.merge(*places, key=lambda entry: entry[0], reverse=is_reversed)
    serves_all = all(serves for _, _, serves in found)
    if len(found) == 1 and serves_all and found[0][0].is_exact:
        entries, skip = islice(entries, skip, None), 0
    rows, seen = [], set()
    while True:
        part = [record for _, record in islice(entries, min(skip + limit, 100)) if record not in seen]
        seen.update(part)
        rows += [row for row in self._docs_by_recordids(db, coll, part) if matches(row, filter, vars=let)]
        if len(rows) >= skip + limit or not part:
            return rows[skip : skip + limit]
        if not serves_all and len(seen) > 10 * (skip + limit) + 100:
            return None


find_matching = Storage.find_matching


def find_first(self, db, coll, filter=None, *, skip=0, limit=0, sort=None, projection=None, let=None, **rest):
    if limit > 0 and filter and sort and not any(rest.values()):
        self._refresh_read_snapshot()
        with self._lock:
            rows = read_in_order(self, db, coll, filter, sort, skip, limit, let)
        if rows is not None:
            return apply_projection_batch(rows, projection, filter, has_sort=True) if projection else rows
    return find_matching(
        self, db, coll, filter, skip=skip, limit=limit, sort=sort, projection=projection, let=let, **rest
    )


Storage.find_matching = find_first

run_aggregate = _HANDLERS['aggregate']


def aggregate(command, context):
    stages = command.get('pipeline')
    if isinstance(stages, list) and stages[1:] == [{'$group': {'_id': 1, 'n': {'$sum': 1}}}] and '$match' in stages[0]:
        count = count_entries(context.storage, context.db_name, command['aggregate'], stages[0]['$match'])
        if count is not None:
            name = f'{context.db_name}.{command["aggregate"]}'
            first = [{'_id': 1, 'n': count}] if count else []
            return {'cursor': {'firstBatch': first, 'id': Int64(0), 'ns': name}, 'ok': 1.0}
    return run_aggregate(command, context)


def count_entries(self, db, coll, filter):
    self._refresh_read_snapshot()
    with self._lock:
        for plan in make_plans(self, db, coll, filter):
            if plan.is_exact and plan.fields == {*filter} and filter:
                return sum(1 for _ in read_ids(self, db, coll, plan))
    return None


_HANDLERS['aggregate'] = aggregate
