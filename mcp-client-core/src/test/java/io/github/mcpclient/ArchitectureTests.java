package io.github.mcpclient;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.GeneralCodingRules;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;

@AnalyzeClasses(packages = "io.github.mcpclient", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

	@ArchTest
	final ArchRule packagesHaveNoCycles = SlicesRuleDefinition.slices()
		.matching("io.github.(mcpclient..)")
		.should()
		.beFreeOfCycles();

	@ArchTest
	final ArchRule theCoreKnowsNoSpring = ArchRuleDefinition.noClasses()
		.should()
		.dependOnClassesThat()
		.resideInAPackage("org.springframework..");

	@ArchTest
	final ArchRule theRootKnowsNoSubpackage = ArchRuleDefinition.noClasses()
		.that()
		.resideInAPackage("io.github.mcpclient")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("io.github.mcpclient.*..");

	@ArchTest
	final ArchRule namesSayWhatAClassIs = ArchRuleDefinition.noClasses()
		.should()
		.haveSimpleNameEndingWith("Utils")
		.orShould()
		.haveSimpleNameEndingWith("Util")
		.orShould()
		.haveSimpleNameEndingWith("Helper")
		.orShould()
		.haveSimpleNameEndingWith("Impl");

	@ArchTest
	final ArchRule nothingIsInternalByPackage = ArchRuleDefinition.noClasses()
		.should()
		.resideInAnyPackage("..internal..", "..util..", "..utils..");

	@ArchTest
	final ArchRule exceptionsHaveOneBase = ArchRuleDefinition.classes()
		.that()
		.haveSimpleNameEndingWith("Exception")
		.and()
		.arePublic()
		.should()
		.beAssignableTo(McpClientException.class);

	@ArchTest
	final ArchRule logsGoThroughSlf4j = GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;

	@ArchTest
	final ArchRule nothingIsPrinted = GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

}
