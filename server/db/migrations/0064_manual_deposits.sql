CREATE TABLE "manual_deposits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text DEFAULT 'MD-' || new_number() NOT NULL,
	"user_id" uuid NOT NULL,
	"payment_method_id" uuid NOT NULL,
	"amount" numeric(20, 2) NOT NULL,
	"payer_name" text,
	"external_ref" text,
	"proof_ids" uuid[] DEFAULT '{}' NOT NULL,
	"fee" numeric(20, 2) NOT NULL,
	"net_amount" numeric(20, 2) NOT NULL,
	"account_label" text,
	"promo_code" text,
	"source" text DEFAULT 'STAFF' NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"corrected_by_id" uuid,
	"bonus" text,
	"decided_by_id" uuid,
	"decided_at" timestamp (3) with time zone,
	"reason_code" text,
	"user_text" text,
	"returned" text,
	"return_ref" text,
	"reopened_at" timestamp (3) with time zone,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(reference, '')) || E'\n' || fold(coalesce(payer_name, '')) || E'\n' || fold(coalesce(external_ref, ''))) STORED NOT NULL,
	"claimed_by" uuid,
	"claim_until" timestamp (3) with time zone,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "manual_deposits" ADD CONSTRAINT "manual_deposits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manual_deposits" ADD CONSTRAINT "manual_deposits_payment_method_id_payment_methods_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manual_deposits" ADD CONSTRAINT "manual_deposits_corrected_by_id_staff_id_fk" FOREIGN KEY ("corrected_by_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manual_deposits" ADD CONSTRAINT "manual_deposits_decided_by_id_staff_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "manual_deposits_reference_unique" ON "manual_deposits" USING btree (lower("reference" collate "und-x-icu"));--> statement-breakpoint
CREATE INDEX "manual_deposits_sent_at" ON "manual_deposits" USING btree ("sent_at","id");--> statement-breakpoint
CREATE INDEX "manual_deposits_store_code_sent_at" ON "manual_deposits" USING btree ("store_code","sent_at","id");--> statement-breakpoint
CREATE INDEX "manual_deposits_status_sent_at" ON "manual_deposits" USING btree ("status","sent_at","id");--> statement-breakpoint
CREATE INDEX "manual_deposits_store_code_status_sent_at" ON "manual_deposits" USING btree ("store_code","status","sent_at","id");--> statement-breakpoint
CREATE INDEX "manual_deposits_user_id_sent_at" ON "manual_deposits" USING btree ("user_id","sent_at","id");--> statement-breakpoint
CREATE INDEX "manual_deposits_status_user_id_sent_at" ON "manual_deposits" USING btree ("status","user_id","sent_at","id");--> statement-breakpoint
CREATE INDEX "manual_deposits_payment_method_id_sent_at" ON "manual_deposits" USING btree ("payment_method_id","sent_at","id");--> statement-breakpoint
CREATE INDEX "manual_deposits_store_code_payment_method_id_sent_at" ON "manual_deposits" USING btree ("store_code","payment_method_id","sent_at","id");--> statement-breakpoint
CREATE INDEX "manual_deposits_status_payment_method_id_sent_at" ON "manual_deposits" USING btree ("status","payment_method_id","sent_at","id");--> statement-breakpoint
CREATE INDEX "manual_deposits_store_code_status_payment_method_id_sent_at" ON "manual_deposits" USING btree ("store_code","status","payment_method_id","sent_at","id");--> statement-breakpoint
CREATE INDEX "manual_deposits_source_sent_at" ON "manual_deposits" USING btree ("source","sent_at","id");--> statement-breakpoint
CREATE INDEX "manual_deposits_store_code_source_sent_at" ON "manual_deposits" USING btree ("store_code","source","sent_at","id");--> statement-breakpoint
CREATE INDEX "manual_deposits_status_source_sent_at" ON "manual_deposits" USING btree ("status","source","sent_at","id");--> statement-breakpoint
CREATE INDEX "manual_deposits_store_code_status_source_sent_at" ON "manual_deposits" USING btree ("store_code","status","source","sent_at","id");--> statement-breakpoint
CREATE INDEX "manual_deposits_returned_sent_at" ON "manual_deposits" USING btree ("returned","sent_at","id") WHERE "returned" is not null;--> statement-breakpoint
CREATE INDEX "manual_deposits_store_code_returned_sent_at" ON "manual_deposits" USING btree ("store_code","returned","sent_at","id") WHERE "returned" is not null;--> statement-breakpoint
CREATE INDEX "manual_deposits_search" ON "manual_deposits" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "manual_deposits_external_ref" ON "manual_deposits" USING btree (fold(regexp_replace(external_ref, '[\s./-]', '', 'g')));--> statement-breakpoint
CREATE INDEX "files_content" ON "files" USING btree ("sha256");--> statement-breakpoint
-- What was sent stays as it is, apart from corrections while nobody has decided; and a deposit is credited and reversed only as it was approved.
CREATE FUNCTION "keep_manual_deposit"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	needs_two boolean := NEW.created_by IS NOT NULL OR NEW.corrected_by_id IS NOT NULL OR cardinality(NEW.proof_ids) = 0;
BEGIN
	IF (NEW.id, NEW.reference, NEW.user_id, NEW.payment_method_id, NEW.account_label, NEW.promo_code, NEW.source, NEW.sent_at, NEW.store_code)
		IS DISTINCT FROM (OLD.id, OLD.reference, OLD.user_id, OLD.payment_method_id, OLD.account_label, OLD.promo_code, OLD.source, OLD.sent_at, OLD.store_code)
		OR (OLD.corrected_by_id IS NOT NULL AND NEW.corrected_by_id IS NULL)
		OR ((OLD.status <> 'PENDING' OR NEW.status <> 'PENDING') AND
			(NEW.amount, NEW.fee, NEW.net_amount, NEW.payer_name, NEW.external_ref, NEW.proof_ids, NEW.corrected_by_id)
			IS DISTINCT FROM (OLD.amount, OLD.fee, OLD.net_amount, OLD.payer_name, OLD.external_ref, OLD.proof_ids, OLD.corrected_by_id)) THEN
		RAISE EXCEPTION 'what was sent of a deposit never changes' USING ERRCODE = '23514', CONSTRAINT = 'manual_deposit_immutable';
	END IF;
	IF OLD.status <> NEW.status AND NOT (
		(OLD.status = 'PENDING' AND NEW.status = 'REJECTED')
		OR (OLD.status = 'REJECTED' AND NEW.status = 'PENDING' AND OLD.returned IS DISTINCT FROM 'SENT')
		OR (OLD.status = 'PENDING' AND NEW.status = 'COMPLETED' AND EXISTS (SELECT FROM approvals a
			WHERE a.subject_type = 'manual_deposit' AND a.subject_id = NEW.id AND a.status = 'APPROVED' AND a.amount = NEW.amount
				AND (a.policy = 'DEPOSIT_BY_STAFF' OR NOT needs_two)))
		OR (OLD.status = 'COMPLETED' AND NEW.status = 'REVERSED' AND EXISTS (SELECT FROM approvals a
			WHERE a.subject_type = 'manual_deposit_reversal' AND a.subject_id = NEW.id AND a.status = 'APPROVED'))) THEN
		RAISE EXCEPTION 'a deposit does not change from % to %', OLD.status, NEW.status
			USING ERRCODE = '23514', CONSTRAINT = 'manual_deposit_status';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "manual_deposits_change" BEFORE UPDATE ON "manual_deposits" FOR EACH ROW EXECUTE FUNCTION "keep_manual_deposit"();
