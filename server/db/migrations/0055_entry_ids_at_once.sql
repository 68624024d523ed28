-- The same ids, put together from two numbers of eight bytes instead of texts: a posting makes one or two of them for each transfer.
-- Bytes 1 to 6 are the milliseconds, 7 and 8 the version (7) and the place; the rest is random, with the variant that every UUID has.
CREATE OR REPLACE FUNCTION "entry_id"("at" timestamptz, "place" integer) RETURNS uuid LANGUAGE sql VOLATILE AS $$
	SELECT encode(overlay(uuid_send(gen_random_uuid())
		PLACING int8send((floor(extract(epoch FROM "at") * 1000)::bigint << 16) | 28672 | least("place", 4095)) FROM 1 FOR 8), 'hex')::uuid
$$;
