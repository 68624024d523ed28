ALTER TABLE "users" ADD COLUMN "date_of_birth" date;--> statement-breakpoint
ALTER TABLE "user_documents" ADD COLUMN "risk_level" text DEFAULT 'LOW' NOT NULL;--> statement-breakpoint
ALTER TABLE "user_documents" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "user_documents" ADD COLUMN "stated_name" text;--> statement-breakpoint
ALTER TABLE "user_documents" ADD COLUMN "stated_birth_date" date;--> statement-breakpoint
ALTER TABLE "user_documents" ADD COLUMN "stated_number" text;--> statement-breakpoint
ALTER TABLE "user_documents" ADD COLUMN "stated_country" text;--> statement-breakpoint
ALTER TABLE "user_documents" ADD COLUMN "issued_at" date;--> statement-breakpoint
CREATE INDEX "user_documents_risk_level_submitted_at" ON "user_documents" USING btree ("risk_level","submitted_at","id");--> statement-breakpoint
CREATE INDEX "user_documents_store_code_risk_level_submitted_at" ON "user_documents" USING btree ("store_code","risk_level","submitted_at","id");--> statement-breakpoint
CREATE INDEX "user_documents_outcome_risk_level_submitted_at" ON "user_documents" USING btree ("outcome","risk_level","submitted_at","id");--> statement-breakpoint
CREATE INDEX "user_documents_store_code_outcome_risk_level_submitted_at" ON "user_documents" USING btree ("store_code","outcome","risk_level","submitted_at","id");--> statement-breakpoint
CREATE INDEX "user_documents_country_submitted_at" ON "user_documents" USING btree ("country","submitted_at","id");--> statement-breakpoint
CREATE INDEX "user_documents_store_code_country_submitted_at" ON "user_documents" USING btree ("store_code","country","submitted_at","id");--> statement-breakpoint
CREATE INDEX "user_documents_outcome_country_submitted_at" ON "user_documents" USING btree ("outcome","country","submitted_at","id");--> statement-breakpoint
CREATE INDEX "user_documents_store_code_outcome_country_submitted_at" ON "user_documents" USING btree ("store_code","outcome","country","submitted_at","id");--> statement-breakpoint
CREATE INDEX "user_documents_number" ON "user_documents" USING btree (fold(regexp_replace(number, '[\s./-]', '', 'g')));--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "kyc_status";--> statement-breakpoint
CREATE FUNCTION "document_facts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT u.risk_level, u.country INTO NEW.risk_level, NEW.country FROM users u WHERE u.id = NEW.user_id;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "user_documents_facts" BEFORE INSERT OR UPDATE OF "user_id" ON "user_documents" FOR EACH ROW EXECUTE FUNCTION "document_facts"();
--> statement-breakpoint
CREATE FUNCTION "user_facts_of_documents"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE user_documents d SET risk_level = NEW.risk_level, country = NEW.country WHERE d.user_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "users_facts_of_documents" AFTER UPDATE OF "risk_level", "country" ON "users" FOR EACH ROW
  WHEN (OLD.risk_level IS DISTINCT FROM NEW.risk_level OR OLD.country IS DISTINCT FROM NEW.country) EXECUTE FUNCTION "user_facts_of_documents"();
--> statement-breakpoint
UPDATE user_documents d SET risk_level = u.risk_level, country = u.country FROM users u WHERE u.id = d.user_id;
