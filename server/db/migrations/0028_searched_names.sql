ALTER TABLE "brand_categories" drop column "search_text";--> statement-breakpoint
ALTER TABLE "brand_categories" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold(coalesce(name, ''))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "game_types" drop column "search_text";--> statement-breakpoint
ALTER TABLE "game_types" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold(coalesce(name, ''))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "brand_categories_search" ON "brand_categories" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "game_types_search" ON "game_types" USING gin ("search_text" gin_trgm_ops);
