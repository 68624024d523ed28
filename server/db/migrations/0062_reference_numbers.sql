-- The platform numbers records that people name by a number. The numbers have eight digits; those that were given before have seven at most.
CREATE SEQUENCE "reference_numbers" AS bigint MAXVALUE 89999999;--> statement-breakpoint
-- Each number of the sequence leads to another reference, because the factor and the modulus have no common divisor. The references are in no
-- order, so that nobody can read from two of them how many came between.
CREATE FUNCTION "new_number"() RETURNS text LANGUAGE sql VOLATILE SET search_path = public, pg_temp AS $$
	SELECT (10000000 + (nextval('reference_numbers') * 55623059) % 90000000)::text
$$;--> statement-breakpoint
ALTER TABLE "user_documents" ALTER COLUMN "reference" SET DEFAULT 'D-' || new_number();
